// Results of test blocks in the forms of `flowc test`: text, JSON, JUnit XML, TAP 14.
import type { Location, Span } from '../core/span.js'
import type { Json } from '../core/stable-json.js'
import type { LedgerEntry } from '../runtime/api.js'
import { diffText } from '../runtime/test-runner/diff-text.js'
import type { TestFailure, TestResult } from '../runtime/test-runner/result.js'
import type { Theme } from './ui/theme.js'

/** One test that has been run, with the way from its spans to places. */
export interface Ran {
  readonly file: string
  readonly pipeline: string
  readonly result: TestResult
  readonly locate: (span: Span) => Location
}

export function textReport(ran: readonly Ran[], theme: Theme, options: { readonly failuresOnly: boolean }): string {
  let text = ''
  let head = ''
  for (const r of ran) {
    if (options.failuresOnly && r.result.passed) continue
    const title = `${r.file}: ${r.pipeline}`
    if (title !== head) text += `${head === '' ? '' : '\n'}${theme.strong(title)}\n`
    head = title
    text += `  ${r.result.passed ? theme.good('ok  ') : theme.bad('FAIL')}  ${r.result.title}\n`
    for (const failure of r.result.failures) text += failureText(failure, r, theme)
  }
  return text
}

function failureText(failure: TestFailure, ran: Ran, theme: Theme): string {
  const at = ran.locate(failure.origin)
  const lines = [
    `${at.file}:${at.start.line}:${at.start.column}: ${failure.message}`,
    ...(failure.diff === null ? [] : diffText(failure.diff, { style: theme })),
  ]
  return `${lines.map((l) => `        ${l}`.trimEnd()).join('\n')}\n`
}

export function testJson(ran: Ran): Json {
  const { result } = ran
  return {
    file: ran.file,
    pipeline: ran.pipeline,
    title: result.title,
    line: ran.locate(result.origin).start.line,
    status: result.passed ? 'passed' : 'failed',
    failures: result.failures.map((f) => {
      const at = ran.locate(f.origin)
      return {
        message: f.message,
        file: at.file,
        line: at.start.line,
        column: at.start.column,
        columns: f.diff?.columns ?? null,
        rows: f.diff?.lines.map((l) => ({ status: l.status, expected: l.expected, actual: l.actual })) ?? null,
      }
    }),
    ledger: result.ledger.map(ledgerJson),
  }
}

export const ledgerJson = (entry: LedgerEntry): Json => ({
  step: entry.step,
  in: entry.in,
  kept: entry.kept,
  filtered: entry.filtered,
  rejected: entry.rejected,
  late: entry.late,
  unrouted: entry.unrouted,
})

const PLAIN_THEME = new Proxy({}, { get: () => (text: string) => text }) as Theme

/** One suite a file and pipeline; a failure's text is what the text report shows. */
export function junitReport(ran: readonly Ran[]): string {
  const suites = new Map<string, Ran[]>()
  for (const r of ran) suites.set(`${r.file}: ${r.pipeline}`, [...(suites.get(`${r.file}: ${r.pipeline}`) ?? []), r])
  const failed = (list: readonly Ran[]): number => list.filter((r) => !r.result.passed).length
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="flowc" tests="${ran.length}" failures="${failed(ran)}">`,
  ]
  for (const [name, tests] of suites) {
    lines.push(`  <testsuite name="${xml(name)}" tests="${tests.length}" failures="${failed(tests)}">`)
    for (const t of tests) {
      const at = t.locate(t.result.origin)
      const open = `    <testcase name="${xml(t.result.title)}" classname="${xml(t.pipeline)}" file="${xml(at.file)}" line="${at.start.line}"`
      if (t.result.passed) lines.push(`${open}/>`)
      else {
        lines.push(`${open}>`)
        for (const f of t.result.failures)
          lines.push(
            `      <failure message="${xml(f.message)}">${xml(failureText(f, t, PLAIN_THEME).replaceAll(/^ {8}/gm, ''))}</failure>`,
          )
        lines.push('    </testcase>')
      }
    }
    lines.push('  </testsuite>')
  }
  return `${[...lines, '</testsuites>'].join('\n')}\n`
}

/** XML 1.0 text: markup escaped, characters that XML cannot hold replaced. */
function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

export function tapReport(ran: readonly Ran[]): string {
  const lines = ['TAP version 14', `1..${ran.length}`]
  for (const [i, r] of ran.entries()) {
    const title = `${r.pipeline}: ${r.result.title}`.replaceAll(/[\\#]/g, '\\$&').replaceAll(/[\r\n]+/g, ' ')
    lines.push(`${r.result.passed ? 'ok' : 'not ok'} ${i + 1} - ${title}`)
    if (r.result.passed) continue
    lines.push('  ---')
    for (const f of r.result.failures) {
      const at = r.locate(f.origin)
      lines.push(
        `  - message: ${JSON.stringify(f.message)}`,
        `    at: ${JSON.stringify(`${at.file}:${at.start.line}:${at.start.column}`)}`,
      )
    }
    lines.push('  ...')
  }
  return `${lines.join('\n')}\n`
}
