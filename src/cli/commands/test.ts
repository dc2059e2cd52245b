// `flowc test`: the test blocks, in the interpreter.
import { cli } from '../../diagnostics/codes/cli.js'
import type { Json } from '../../core/stable-json.js'
import { runTest } from '../../runtime/test-runner/run-test.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { fail } from '../failure.js'
import { compilePaths, plural, totals } from '../programs.js'
import { readFixtures } from '../fixtures.js'
import { junitReport, tapReport, testJson, textReport, type Ran } from '../test-report.js'
import { turn } from '../turn.js'

export async function test(ctx: Context, paths: readonly string[], options: { readonly title?: string }): Promise<ExitCode> {
  const compiled = compilePaths(ctx, paths)
  // Warnings belong to `check`; what keeps tests from running belongs here.
  for (const c of compiled)
    ctx.report(
      c.diagnostics.filter((d) => d.severity === 'error'),
      c.places,
    )
  const found = totals(compiled.flatMap((c) => c.diagnostics))
  const all = compiled.flatMap((c) =>
    c.programs.flatMap((program) => program.tests.map((plan) => ({ compiled: c, program, plan }))),
  )
  const chosen = all.filter((t) => options.title === undefined || t.plan.title.includes(options.title))
  if (
    options.title !== undefined &&
    chosen.length === 0 &&
    !compiled.some((c) => c.met.some((m) => m.title.includes(options.title!))) &&
    found.errors === 0
  )
    fail(EXIT.usage, cli.noSuchTest, { pattern: options.title, known: all.map((t) => t.plan.title) })

  const ran: Ran[] = compiled.flatMap((c) =>
    c.met
      .filter((m) => options.title === undefined || m.title.includes(options.title))
      .map((m): Ran => ({
        file: c.shown(m.file),
        pipeline: m.pipeline,
        result: { title: m.title, origin: m.origin, passed: true, failures: [], ledger: [] },
        locate: c.places.locate,
      })),
  )
  for (const { compiled: c, program, plan } of chosen) {
    ctx.progress.update(`test ${ran.length + 1} of ${chosen.length}: ${plan.title}`)
    await turn()
    const result = runTest(program.plan, plan, { readFile: await readFixtures(c.project.root, program.plan, plan, c.places) })
    ran.push({ file: c.shown(program.file), pipeline: program.pipeline, result, locate: c.places.locate })
  }
  ctx.progress.done()

  const failed = ran.filter((r) => !r.result.passed).length
  const ok = failed === 0 && found.errors === 0
  ctx.print(textReport(ran, ctx.out, { failuresOnly: ctx.quiet }))
  if (!ctx.quiet) ctx.print(`${ran.length === 0 ? '' : '\n'}${summary(ctx, ran.length, failed, found.errors)}\n`)
  if (ctx.format === 'junit') ctx.document(junitReport(ran))
  if (ctx.format === 'tap') ctx.document(tapReport(ran))
  writeJson(ctx, 'test', ok, {
    tests: ran.map(testJson),
    summary: { passed: ran.length - failed, failed },
    diagnostics: compiled.flatMap((c) => diagnosticsJson(c.diagnostics, c.places) as readonly Json[]),
  })
  return ok ? EXIT.ok : EXIT.wrong
}

function summary(ctx: Context, tests: number, failed: number, errors: number): string {
  if (errors > 0) return `${ctx.out.bad(plural(errors, 'error'))}: tests of a wrong program are not run`
  if (tests === 0) return 'no tests'
  return `${plural(tests, 'test')}: ${ctx.out.good(`${tests - failed} passed`)}${failed === 0 ? '' : `, ${ctx.out.bad(`${failed} failed`)}`}`
}
