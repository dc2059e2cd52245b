// What JavaScript has decided in modules that this process runs, as `runFlow` tells it: the diagnostics of commands.
import { resolve } from 'node:path'
import { SourceIndex } from '../core/source.js'
import { renamed } from '../diagnostics/render/places.js'
import type { Site } from '../surface/program-data.js'
import { flowScripts } from '../workspace/flow-script-node.js'
import { problemOfThrown } from '../workspace/flow-script-problem.js'
import { reachableFrom } from '../workspace/own-modules-node.js'
import { decidedSoFar } from './decisions.js'
import { FlowError, type Called } from './errors.js'
import { pathOf, placeIn, shownFrom, type TestProject } from './project-node.js'

/**
 * Throws where the program would not say what its modules say. `path`: what stands for it in the project. `sites`: the call that made it, and the
 * one that runs it: what they do not load is another test's, which has run in this process before.
 */
export function refuseDecided(path: string, sites: readonly (Site | null)[], { root, host }: TestProject, called: Called): void {
  const all = decidedSoFar()
  if (all.length === 0) return
  const files = sites.map((site) => (site === null ? null : pathOf(site)))
  const reachable = files.includes(null) ? null : reachableFrom(files as string[])
  const decided = reachable === null ? all : all.filter(({ site }) => reachable.has(resolve(site.file)))
  if (decided.length === 0) return
  const places = { placeOf: (site: Site) => placeIn(root, site), frameOf: () => null, circleOf: () => null }
  const problems = decided.map((mistake) => problemOfThrown({ message: '', stack: null, exit: false, mistake }, false, places))
  const scripts = flowScripts({
    host,
    files: [],
    index: new SourceIndex(),
    given: new Map([[path, { kind: 'failed', problems }]]),
    onText: () => {},
  })
  const read = scripts.host.readText(path)
  if (read.kind !== 'unreadable') return
  throw new FlowError(read.diagnostics ?? [], renamed(scripts.places, shownFrom(root)), called)
}
