// What `runFlow` is given, as something that can be compiled: a path of the project that a host reads, with places for its text.
import { DECLARATION, declarationOf, type DeclarationRecord } from '../api/brands.js'
import { markIn } from '../api/nodes.js'
import { collecting } from '../api/refused.js'
import { programOf } from '../api/program.js'
import { siteOf } from '../api/site.js'
import { SourceIndex } from '../core/source.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import type { Places } from '../diagnostics/render/places.js'
import type { PipelineDecl } from '../surface/ast.js'
import type { ProgramData, Site } from '../surface/program-data.js'
import { flowScripts } from '../workspace/flow-script-node.js'
import { problemOfThrown } from '../workspace/flow-script-problem.js'
import type { ScriptRun } from '../workspace/flow-script-run-node.js'
import type { NodeHost } from '../workspace/host-node.js'
import { Session } from '../workspace/session.js'
import { misuse, spoken, type Called } from './errors.js'
import { pathFrom, placeIn, type RunOptions, type TestProject } from './project-node.js'
import { differingFrom, type Differing } from './same-relation.js'

/** A flow that tests run again and again: what does not change from one to the next stays. */
export interface FlowSource {
  /** Of the project; nothing may be there on the disk. */
  readonly path: string
  readonly host: NodeHost
  readonly places: Places
  readonly index: SourceIndex
  readonly session: Session
  /** It is in no file that is read: this process has made it. */
  readonly written: boolean
  /** The pipeline, where it is known without reading anything. */
  readonly pipeline: string | null
  /** What a relation of another flow has in another way. */
  readonly differing: Differing
}

const objects = new WeakMap<DeclarationRecord, Map<string, FlowSource>>()
const paths = new Map<string, FlowSource>()

/** Where it stands: a path as it is written, or the call that made it. */
export function originOf(flow: unknown): string | Site | null {
  if (typeof flow === 'string') return flow
  const record = declarationOf(flow)
  return record === null ? null : siteOf(markIn(record.node.span))
}

export function flowSource(
  flow: unknown,
  project: TestProject,
  caller: Site | null,
  options: RunOptions,
  called: Called,
): FlowSource {
  const key = JSON.stringify([project.root, project.target, options.lock ?? null])
  if (typeof flow === 'string') {
    const path = pathFrom(project.root, caller, flow, options)
    return remembered(paths, `${key}${path}`, () => sourceOf(path, null, project))
  }
  const record = declarationOf(flow)
  if (record === null || (record.node.kind !== 'pipeline' && record.node.kind !== 'text'))
    throw misuse(flowTests.notFlow, { got: record === null ? spoken(flow) : `a \`${record.node.kind}\`` }, called)
  const known = objects.get(record) ?? new Map<string, FlowSource>()
  objects.set(record, known)
  return remembered(known, key, () => {
    const site = siteOf(markIn(record.node.span))
    const file = site === null ? null : (placeIn(project.root, site)?.file ?? null)
    const path = `${file === null ? '' : file.slice(0, file.lastIndexOf('/') + 1)}(flow)`
    return sourceOf(path, record, project)
  })
}

function remembered(map: Map<string, FlowSource>, key: string, make: () => FlowSource): FlowSource {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

function sourceOf(path: string, record: DeclarationRecord | null, { root, host }: TestProject): FlowSource {
  const index = new SourceIndex()
  const scripts = flowScripts({
    host,
    files: [path],
    index,
    given: record === null ? new Map() : given(path, root, () => withoutTests(programOf({ default: { [DECLARATION]: record } }))),
    onText: () => {},
  })
  return {
    path,
    host: scripts.host as NodeHost,
    places: scripts.places,
    index,
    session: new Session(),
    written: record !== null,
    pipeline: record?.node.kind === 'pipeline' ? (record.node as PipelineDecl).name.text : null,
    differing: differingFrom(record),
  }
}

/** A program that this process makes; what cannot be one is told as it is of a file. */
export function given(path: string, root: string, make: () => ProgramData): ReadonlyMap<string, ScriptRun> {
  const placeOf = (site: Site): Site | null => placeIn(root, site)
  const { made, mistakes } = collecting(make)
  const known = { placeOf, frameOf: () => null, circleOf: () => null }
  const problems = mistakes.map(({ message, flowc }) =>
    problemOfThrown({ message, stack: null, exit: false, mistake: flowc }, false, known),
  )
  const run: ScriptRun = problems.length > 0 ? { kind: 'failed', problems } : { kind: 'program', program: made(), placeOf }
  return new Map([[path, run]])
}

/** Tests that belong to the pipeline run elsewhere. */
const withoutTests = (program: ProgramData): ProgramData => ({
  ...program,
  declarations: program.declarations.filter((d) => d.kind !== 'test'),
})
