// FLOW403x: where a Kafka source begins and ends, what it reads beside the fields of a record.
import { define } from '../define.js'

export const kafkaSources = {
  position: define<{ clause: string; reason: string }>(
    'FLOW4030',
    'read-position',
    'error',
    (p) => `\`${p.clause}\`: ${p.reason}`,
    () => "a time is written in UTC: `'2026-01-01 00:00:00'`",
  ),
  committedAlone: define<{ source: string; pipeline: string }>(
    'FLOW4031',
    'committed-without-else',
    'warning',
    (p) => `\`${p.source}\` starts at ${p.pipeline}, and fails where there are none: at the first start, or after they expired`,
    () => 'say what holds then: `start committed else earliest`',
  ),
  invalidToDlq: define<{ target: string }>(
    'FLOW4032',
    'invalid-to-dlq',
    'error',
    (p) => `\`invalid to dlq\` is not possible on ${p.target}: stock Flink stops the job at a record that it cannot decode`,
    () =>
      "keep such records out where they are written (a serializer with the registry); past one that is there leads `start at '…'`",
  ),
  pattern: define<{ pattern: string; reason: string }>(
    'FLOW4033',
    'topic-pattern',
    'error',
    (p) => `topic pattern \`${p.pattern}\`: ${p.reason}`,
  ),
  topicTwice: define<{ topic: string; source: string }>(
    'FLOW4034',
    'topic-twice',
    'error',
    (p) => `\`${p.source}\` names topic \`${p.topic}\` twice`,
  ),
  meta: define<{ name: string; reason: string }>(
    'FLOW4035',
    'meta-column',
    'error',
    (p) => `meta column \`${p.name}\`: ${p.reason}`,
  ),
  parallelism: define<{ source: string; reason: string }>(
    'FLOW4036',
    'source-parallelism',
    'error',
    (p) => `\`parallelism\` of \`${p.source}\`: ${p.reason}`,
  ),
} as const
