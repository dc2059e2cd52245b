// What two plans of one program have in common: everything but places, ids of declarations, and hashes over them.
import { build } from '../../src/codegen/index.js'
import type { CheckedProgram } from '../../src/typecheck/index.js'

/** Follow places: what is compared of them is compared as the plan. */
const OF_PLACES = /(?:^|\/)plan\.json$|\.map\.json$/

/** By name: each artifact, the plan, the tests. */
/** `artifacts`: false where equal plans are enough, of which the same artifacts are built. */
export function scrubbed({ plan, tests }: CheckedProgram, artifacts = true): Readonly<Record<string, string>> {
  const out: Record<string, string> = { plan: text(plan), tests: text(tests) }
  if (!artifacts) return out
  for (const a of build(plan)) if (!OF_PLACES.test(a.path)) out[a.path] = a.path === 'manifest.json' ? manifest(a.text) : a.text
  return out
}

const text = (value: unknown): string => JSON.stringify(without(value), null, 1)

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  if ('declaration' in value && 'start' in value) return 'a place'
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, without(v)]))
}

/** The hashes of the artifacts above. */
const manifest = (written: string): string => {
  const { artifacts, ...rest } = JSON.parse(written) as { artifacts: readonly { path: string }[] }
  return JSON.stringify({ ...rest, artifacts: artifacts.map((a) => a.path) }, null, 1)
}
