// Rows of files that test blocks name: read and decoded before a test runs, since the interpreter itself reads no files.
import { resolve } from 'node:path'
import type { PlanProgram, SourceOperator } from '../ir/plan.js'
import { withStandIns } from '../ir/stand-in.js'
import type { TestPlan } from '../ir/test-plan.js'
import { cli } from '../diagnostics/codes/cli.js'
import type { Span } from '../core/span.js'
import type { Places } from '../diagnostics/render/places.js'
import { bug } from '../core/bug.js'
import type { SourceRecord } from '../runtime/api.js'
import { EXIT } from './exit-codes.js'
import { CommandFailure, fail } from './failure.js'
import { openChunks } from './data-file.js'

export type FixtureReader = (source: string, path: string) => readonly SourceRecord[]

/** All files of a test, in memory. A row that does not fit ends the command: a fixture is part of the program. */
export async function readFixtures(root: string, plan: PlanProgram, test: TestPlan, places: Places): Promise<FixtureReader> {
  const files = new Map<string, readonly SourceRecord[]>()
  for (const step of test.steps) {
    if (step.kind !== 'file') continue
    const key = `${step.source}\u0000${step.path}`
    if (files.has(key)) continue
    const source =
      withStandIns(plan).operators.find((o): o is SourceOperator => o.kind === 'source' && o.id === step.source) ??
      bug(`no source ${step.source}`)
    try {
      files.set(key, await readFixture(root, source, step.path))
    } catch (cause) {
      throw cause instanceof CommandFailure ? placed(cause, step.origin, places) : cause
    }
  }
  return (source, path) => files.get(`${source}\u0000${path}`) ?? bug(`${path} has not been read`)
}

/** What is wrong with a file is shown at the step that names it. */
const placed = ({ diagnostics, exit }: CommandFailure, step: Span, places: Places): CommandFailure =>
  new CommandFailure(
    diagnostics.map((d) => (d.primary === null ? { ...d, primary: { span: step, text: '' } } : d)),
    exit,
    places,
  )

async function readFixture(root: string, source: SourceOperator, path: string): Promise<readonly SourceRecord[]> {
  // Loaded only where a test names a file: decoding brings the Avro library along.
  const { decode, fileKind } = await import('../runtime/formats/decode.js')
  const kind = fileKind(path)
  if (kind === null) fail(EXIT.wrong, cli.unknownDataFormat, { path, known: DATA_ENDINGS })
  const records: SourceRecord[] = []
  for await (const decoded of decode(source, openChunks(resolve(root, path), path), { path, kind })) {
    if (decoded.kind === 'record') records.push(decoded.record)
    else throw new CommandFailure([decoded.problem.diagnostic], EXIT.wrong)
  }
  return records
}

export const DATA_ENDINGS = ['.ndjson', '.jsonl', '.json', '.csv', '.avro']
