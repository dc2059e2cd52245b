// Deployment records on disk: .flowc/deployments/ENVIRONMENT/PIPELINE.json, replaced as a whole.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRecord, recordText, type DeploymentRecord } from '../deploy/record.js'
import { cli } from '../diagnostics/codes/cli.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { codeOf, reasonOf } from '../workspace/host-node.js'
import type { Project } from '../workspace/project-node.js'
import { shownPath, type Context } from './context.js'
import { EXIT } from './exit-codes.js'
import { fail } from './failure.js'

export interface Records {
  /** Null: nothing was submitted. */
  readonly read: (pipeline: string) => DeploymentRecord | null
  readonly all: () => readonly DeploymentRecord[]
  readonly write: (record: DeploymentRecord) => void
  /** Beside the record: a copy of the compiled plan. */
  readonly writePlan: (pipeline: string, text: string) => void
  /** As a person in the folder of the command would type it. */
  readonly shown: (pipeline: string) => string
}

export function recordsOf(ctx: Context, project: Project, environment: string): Records {
  const folder = join(project.marked ? project.root : ctx.cwd, '.flowc', 'deployments', environment)
  const path = (pipeline: string): string => join(folder, `${pipeline}.json`)
  const shown = (file: string): string => shownPath(ctx.cwd, ctx.cwd, file)
  const read = (pipeline: string): DeploymentRecord | null => {
    const file = path(pipeline)
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return null
      return fail(EXIT.usage, cli.unreadable, { path: shown(file), reason: reasonOf(cause) })
    }
    const result = readRecord(text)
    if (result.ok) return result.record
    return fail(EXIT.usage, deploy.badRecord, { path: shown(file), reason: result.reason })
  }
  const replace = (file: string, text: string): void => {
    const fresh = `${file}.${process.pid}`
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(fresh, text)
      renameSync(fresh, file)
    } catch (cause) {
      rmSync(fresh, { force: true })
      const code = codeOf(cause)
      if (code === 'ENOSPC' || code === 'EDQUOT') fail(EXIT.system, cli.diskFull, { path: shown(file), kept: 'it is unchanged' })
      if (code !== null) fail(EXIT.usage, cli.notWritable, { path: shown(file), reason: reasonOf(cause) })
      throw cause
    }
  }
  return {
    read,
    all: () => {
      let names: readonly string[]
      try {
        names = readdirSync(folder)
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return []
        return fail(EXIT.usage, cli.unreadable, { path: shown(folder), reason: reasonOf(cause) })
      }
      return names
        .filter((n) => n.endsWith('.json') && !n.endsWith('.plan.json'))
        .sort()
        .flatMap((n) => {
          const record = read(n.slice(0, -'.json'.length))
          return record === null ? [] : [record]
        })
    },
    write: (record) => replace(path(record.pipeline), recordText(record)),
    writePlan: (pipeline, text) => replace(join(folder, `${pipeline}.plan.json`), text),
    shown: (pipeline) => shown(path(pipeline)),
  }
}
