// Every declaration of a file, checked whether a pipeline uses it or not.
import type { Span } from '../core/span.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkCatalog, checkConnection } from './connection.js'
import { checkPipeline } from './pipeline.js'
import type { FileScope } from './scopes.js'
import { inlineSchema } from './inline-schema.js'
import { checkJava } from './fn-java.js'
import type { JavaDecl } from './java-call.js'
import { checkMacro } from './fn.js'
import { isMacro } from './fn-call.js'
import { checkType } from './type-declaration.js'
import { checkSink, sinkName, type CheckedSink } from './sink.js'
import { checkTap, tapName, type CheckedTap } from './tap.js'
import { topicNameProblem, topicSpec } from './topic.js'

export interface FileParts {
  readonly sinks: readonly CheckedSink[]
  readonly taps: readonly CheckedTap[]
  readonly allSinksRead: boolean
}

/** Every declaration of a file is checked, whether a pipeline uses it or not. */
export function checkFile(scope: FileScope, checking: Checking): FileParts {
  const { bag } = checking
  const out: CheckedSink[] = []
  const taps: CheckedTap[] = []
  const targets = new Map<string, ast.SinkDecl>()
  const topics = new Map<string, Span>()
  let allSinksRead = true
  for (const d of scope.file.declarations) {
    switch (d.kind) {
      case 'connection':
        checkConnection(d, checking)
        break
      case 'catalog':
        checkCatalog(d, checking)
        break
      case 'source':
      case 'query':
        if (scope.names.get(d.name.text)?.span === d.name.span) checking.relation(scope.file.path, d.name)
        break
      case 'sql':
        if (scope.names.get(d.name.text)?.span === d.name.span) checking.relation(scope.file.path, d.name)
        break
      case 'import pipeline':
        for (const { name, alias } of d.names) {
          const local = alias ?? name
          if (scope.names.get(local.text)?.span === local.span) checking.relation(scope.file.path, local)
        }
        break
      case 'topic': {
        const problem = topicNameProblem(d.topic.value)
        if (problem !== null) bag.report(sinks.topicName, d.topic.span, { topic: d.topic.value, reason: problem })
        topicSpec(d.properties, d.topic.value, checking)
        const first = topics.get(d.topic.value)
        if (first !== undefined)
          bag.report(
            sinks.topicSettings,
            d.topic.span,
            { topic: d.topic.value, reason: 'it is declared twice' },
            { related: [{ span: first, text: 'the first one' }] },
          )
        else topics.set(d.topic.value, d.topic.span)
        break
      }
      case 'sink': {
        if (scope.pipeline === null && !scope.lossy && targets.size === 0)
          bag.report(sinks.inLibrary, d.target.span, { sink: sinkName(d) })
        const target = targetOf(d, scope)
        const first = targets.get(target)
        if (first !== undefined)
          bag.report(
            sinks.sameTarget,
            d.target.span,
            { target: sinkName(d) },
            { related: [{ span: first.target.span, text: 'the first one' }] },
          )
        targets.set(target, d)
        const sink = checking.once(d, () => checkSink(d, scope.file.path, checking))
        if (sink === null || d.incomplete) allSinksRead = false
        if (sink !== null) out.push(sink)
        break
      }
      case 'tap': {
        if (scope.pipeline === null && !scope.lossy) bag.report(sinks.inLibrary, d.topic.span, { sink: tapName(d) })
        const tap = checking.once(d, () => checkTap(d, scope.file.path, checking))
        if (tap !== null) taps.push(tap)
        break
      }
      case 'pipeline':
        if (d === scope.pipeline) checkPipeline(d, checking)
        break
      case 'broken':
        allSinksRead = false // it may have been one
        break
      case 'schema':
        inlineSchema(d, false, checking) // its fields and types are right or wrong whether a source reads it or not
        break
      case 'type':
        checkType(d, bag)
        break
      case 'fn':
        if (isMacro(d)) checkMacro(d, checking)
        else checkJava(d as JavaDecl, checking)
        break
      case 'param': // its value has been found out before anything else
      case 'import':
      case 'test':
        break
    }
  }
  return { sinks: out, taps, allSinksRead }
}

/** Which table or topic a sink writes, whatever name an import gave the catalog. */
function targetOf(d: ast.SinkDecl, scope: FileScope): string {
  if (d.target.kind === 'kafka') return sinkName(d)
  const [catalog, ...rest] = d.target.path.map((p) => p.text)
  const symbol = scope.names.get(catalog ?? '')?.symbol
  return [symbol?.kind === 'catalog' ? symbol.declaration.id : catalog, ...rest].join('.')
}
