// `flowc explain`: the page of a diagnostic, or everything the compiler knows of a program and of one relation in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { durationText } from '../../core/duration.js'
import { catalog } from '../../diagnostics/catalog.js'
import { cli } from '../../diagnostics/codes/cli.js'
import type { DiagnosticCode } from '../../diagnostics/define.js'
import type { PlanTuning } from '../../ir/plan.js'
import type { RelationSymbol, RelationType } from '../../typecheck/model.js'
import { bindEnvironment, type Bound } from '../../workspace/bind-environment.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { fail } from '../failure.js'
import { packageRoot } from '../package-root.js'
import { compileAny, type Compiled } from '../programs.js'
import { renderPage } from '../ui/page.js'
import { table } from '../ui/table.js'
import { clauseLines, clausesJson, columnLines, factLines, keysText, relationJson, stateText } from './explain-facts.js'
import { sqlOf } from './explain-sql.js'

export async function explain(ctx: Context, what: string, name: string | undefined): Promise<ExitCode> {
  if (/^flow\d+$/i.test(what)) return explainCode(ctx, what.toUpperCase())
  const compiled = compileAny(ctx, what)
  const file = compiled.project.files[0]!
  const symbols = [...(compiled.model.scopes.get(file)?.values() ?? [])]
  const program = compiled.programs[0]
  // as `build` has it; what is in the files of certificates says nothing here
  const bound = program === undefined ? null : bindEnvironment(program.plan, compiled.chosen.settings, () => '')
  if (name !== undefined) {
    const symbol = symbols.find((s) => s.name === name)
    if (symbol === undefined)
      fail(EXIT.usage, cli.noSuchRelation, { name, file: compiled.shown(file), known: symbols.map((s) => s.name) })
    explainRelation(ctx, compiled, symbol, bound)
  } else explainFile(ctx, compiled, symbols, bound)
  // A wrong program is explained as far as it is understood; what is wrong with it follows.
  ctx.report(
    compiled.diagnostics.filter((d) => d.severity === 'error'),
    compiled.places,
  )
  return compiled.hasErrors ? EXIT.wrong : EXIT.ok
}

function explainCode(ctx: Context, code: string): ExitCode {
  const entry = catalog().get(code as DiagnosticCode)
  if (entry === undefined) fail(EXIT.usage, cli.unknownCode, { code, known: [...catalog().keys()] })
  const page = readFileSync(join(packageRoot(), 'docs/errors', `${code}.md`), 'utf8')
  ctx.print(renderPage(page, ctx.out))
  writeJson(ctx, 'explain', true, { code: entry.code, name: entry.name, severity: entry.severity, page })
  return EXIT.ok
}

/** What `tuning` says, as it is written. */
function tuningText(t: PlanTuning): readonly (readonly [string, string])[] {
  const items = [
    t.parallelism === null ? null : `parallelism ${t.parallelism}`,
    t.maxParallelism === null ? null : `max parallelism ${t.maxParallelism}`,
    t.miniBatch === null ? null : `mini batch ${durationText(t.miniBatch)}`,
    t.alignDrift === null ? null : `align drift ${durationText(t.alignDrift)}`,
    t.watermarksEvery === null ? null : `watermarks every ${durationText(t.watermarksEvery)}`,
  ].filter((x) => x !== null)
  return items.length === 0 ? [] : [['tuning', items.join(', ')]]
}

function explainFile(ctx: Context, compiled: Compiled, symbols: readonly RelationSymbol[], bound: Bound | null): void {
  const plan = bound?.plan ?? null
  const known = symbols.filter((s): s is RelationSymbol & { type: RelationType } => s.type !== null)
  if (plan !== null) {
    const { pipeline } = plan
    const facts = [
      ['owner', pipeline.owner ?? 'not said'],
      ['target', plan.target],
      ['checkpoint', `every ${durationText(pipeline.checkpoint.interval)}, ${pipeline.checkpoint.mode}`],
      ['dlq', pipeline.dlq ?? 'none'],
      ...tuningText(pipeline.tuning),
      ...(pipeline.sla === null ? [] : [['sla', durationText(pipeline.sla)]]),
    ] as const
    ctx.print(`${ctx.out.strong(`pipeline ${pipeline.name}`)}\n${pipeline.doc === null ? '' : `${indent(pipeline.doc)}\n`}`)
    ctx.print(`${facts.map(([label, value]) => `  ${label!.padEnd(11)} ${value}`).join('\n')}\n\n`)
  }
  ctx.print(
    table(
      ['relation', 'rows', 'columns', 'key', 'time', 'state'],
      known.map((s) => [
        s.name,
        s.type.change.value,
        String(s.type.columns.length),
        keysText(s.type),
        s.type.time?.column ?? '',
        stateText(s.type),
      ]),
    ),
  )
  if (plan !== null && plan.inferred.length > 0) ctx.print(`\nChosen by the compiler\n${inferredTable(plan.inferred)}`)
  writeJson(ctx, 'explain', !compiled.hasErrors, {
    pipeline: plan?.pipeline.name ?? null,
    target: plan?.target ?? null,
    tuning: plan === null ? null : { ...plan.pipeline.tuning },
    relations: known.map((k) => relationJson(compiled, k, k.type)),
    inferred: plan?.inferred ?? [],
    diagnostics: diagnosticsJson(compiled.diagnostics, compiled.places),
  })
}

function explainRelation(ctx: Context, compiled: Compiled, symbol: RelationSymbol, bound: Bound | null): void {
  const { type } = symbol
  const at = compiled.places.locate(symbol.span)
  ctx.print(
    `${ctx.out.strong(`${symbol.kind} ${symbol.name}`)} ${ctx.out.dim(`${at.file}:${at.start.line}:${at.start.column}`)}\n`,
  )
  if (symbol.doc !== null) ctx.print(`${indent(symbol.doc)}\n`)
  const inferred = bound?.plan.inferred.filter((i) => i.about === symbol.name) ?? []
  const sql = bound === null ? [] : sqlOf(bound.plan, symbol.span.declaration, bound.environment)
  if (type === null) ctx.print('  its type is not known: it is wrong, or something that it reads is\n')
  else {
    if (symbol.stopped !== null) {
      const { file, start } = compiled.places.locate(symbol.stopped)
      ctx.print(`  known as far as ${file}:${start.line}:${start.column}, where it is wrong\n`)
    }
    ctx.print(`${factLines(compiled, symbol, type)}\n${columnLines(compiled, type)}`)
    const clauses = clauseLines(compiled, symbol.clauses)
    if (clauses !== '') ctx.print(`\nClause by clause\n${clauses}`)
  }
  if (inferred.length > 0) ctx.print(`\nChosen by the compiler\n${inferredTable(inferred)}`)
  if (sql.length > 0) {
    ctx.print(`\nIn ${compiled.shown(compiled.project.files[0]!)}\n${indent(sourceOf(compiled, symbol))}\n`)
    ctx.print(`\nAs Flink SQL (${bound!.plan.target})\n${indent(sql.join('\n\n'))}\n`)
  }
  writeJson(ctx, 'explain', !compiled.hasErrors, {
    relation: type === null ? null : relationJson(compiled, symbol, type),
    clauses: clausesJson(compiled, symbol.clauses),
    inferred,
    sql,
    diagnostics: diagnosticsJson(compiled.diagnostics, compiled.places),
  })
}

/** The text of the declaration, as written. */
function sourceOf(compiled: Compiled, symbol: RelationSymbol): string {
  const span = 'id' in symbol.declaration ? symbol.declaration.span : symbol.span
  const { file, start, end } = compiled.index.range(span)
  return (compiled.index.file(file)?.text.slice(start, end) ?? '').trimEnd()
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

const inferredTable = (inferred: Bound['plan']['inferred']): string =>
  table(
    ['about', 'what', 'value', 'because'],
    inferred.map((i) => [i.about, i.what, i.value, i.because]),
    { indent: '  ', maxCell: 100 },
  )
