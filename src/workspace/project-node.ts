// Which files belong to which project: a project is the nearest folder above a file with a configuration or a lock.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SCRIPT_ENDING } from '../core/paths.js'
import { SourceIndex } from '../core/source.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { CONFIG_NAME, DEFAULT_CONFIG, readConfig, type ProjectConfig } from './config.js'
import { readSettingsFile } from './config-file-node.js'
import { codeOf, createNodeHost, reasonOf, toPath, type NodeHost } from './host-node.js'
import { LOCK_FILE } from '../schema/lock.js'

/** Of programs, as text and in TypeScript. */
const ENDINGS = ['.flow', SCRIPT_ENDING]

const CONFIG_TS = CONFIG_NAME.replace(/json$/, 'ts')

export interface Project {
  /** Absolute folder; all other paths are relative to it. */
  readonly root: string
  /** False: neither a configuration nor a lock says that this folder is a project. */
  readonly marked: boolean
  readonly host: NodeHost
  readonly config: ProjectConfig
  readonly index: SourceIndex
  /** What is wrong with the configuration; the program's diagnostics join it. */
  readonly bag: DiagnosticBag
  /** The `.flow` and `.flow.ts` files that the command is about, in byte order. */
  readonly files: readonly string[]
}

export interface Found {
  /** In the order of their first files. */
  readonly projects: readonly Project[]
  /** Paths that are not there or cannot be read. */
  readonly problems: readonly Diagnostic[]
}

/** The projects behind the paths of a command line; without paths, the one around `cwd`. */
export function findProjects(cwd: string, paths: readonly string[]): Found {
  const problems: Diagnostic[] = []
  const files: string[] = []
  if (paths.length === 0) {
    const root = projectRoot(cwd) ?? cwd
    const project = openProject(root, [])
    for (const source of project.config.sources) files.push(...flowFiles(cwd, resolve(root, source), problems))
    if (files.length === 0 && problems.length === 0) {
      if (project.bag.all.length > 0) return { projects: [project], problems }
      problems.push(diagnostic(cli.noFlowFiles, null, { where: toPath(cwd, root) }))
    }
  }
  for (const path of paths) {
    const absolute = resolve(cwd, path)
    const kind = kindOf(absolute)
    if (kind === 'folder') {
      const found = flowFiles(cwd, absolute, problems)
      if (found.length === 0) problems.push(diagnostic(cli.noFlowFiles, null, { where: path }))
      files.push(...found)
    } else if (kind === 'file') {
      if (ENDINGS.some((e) => path.endsWith(e))) files.push(absolute)
      else problems.push(diagnostic(cli.wrongExtension, null, { path, wanted: '`.flow` or `.flow.ts`' }))
    } else if (kind === 'missing') problems.push(diagnostic(cli.noSuchFile, null, { path, near: neighbours(cwd, path) }))
    else problems.push(diagnostic(cli.unreadable, null, { path, reason: kind.reason }))
  }
  const byRoot = new Map<string, string[]>()
  for (const file of new Set(files)) {
    // Paths in plans are relative to the root: it must not depend on where the command runs, if it can be helped.
    const folder = dirname(file)
    const root = projectRoot(folder) ?? repositoryRoot(folder) ?? (inside(cwd, file) ? cwd : folder)
    const list = byRoot.get(root)
    if (list === undefined) byRoot.set(root, [file])
    else list.push(file)
  }
  return {
    projects: [...byRoot].map(([root, list]) =>
      openProject(
        root,
        list.map((f) => toPath(root, f)),
      ),
    ),
    problems,
  }
}

/** Reads the configuration of a folder. */
export function openProject(root: string, files: readonly string[]): Project {
  const host = createNodeHost(root)
  const index = new SourceIndex()
  const bag = new DiagnosticBag()
  const file = readSettingsFile(host, CONFIG_NAME, index, bag)
  const config = file === null ? DEFAULT_CONFIG : readConfig(file, index, bag)
  return { root, marked: isMarked(root), host, config, index, bag, files }
}

/** The nearest folder with a configuration or a lock, up to the top of the repository. */
export function projectRoot(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (isMarked(at)) return at
    if (existsSync(join(at, '.git')) || dirname(at) === at) return null
  }
}

const isMarked = (folder: string): boolean => [CONFIG_NAME, CONFIG_TS, LOCK_FILE].some((name) => existsSync(join(folder, name)))

function repositoryRoot(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return null
  }
}

function flowFiles(cwd: string, folder: string, problems: Diagnostic[]): readonly string[] {
  const host = createNodeHost(folder)
  const walk = host.walk('.', ...ENDINGS)
  for (const p of walk.problems)
    problems.push(diagnostic(cli.unreadable, null, { path: toPath(cwd, resolve(folder, p.path)), reason: p.reason }))
  return walk.files.map((f) => resolve(folder, f))
}

type PathKind = 'file' | 'folder' | 'missing' | { readonly reason: string }

function kindOf(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch (cause) {
    const code = codeOf(cause)
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : { reason: reasonOf(cause) }
  }
}

/** Names beside a path that is not there, for `did you mean`. */
function neighbours(cwd: string, path: string): readonly string[] {
  const slash = path.lastIndexOf('/') + 1
  try {
    return readdirSync(resolve(cwd, path.slice(0, slash)))
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => path.slice(0, slash) + name)
  } catch {
    return []
  }
}

const inside = (folder: string, file: string): boolean => !toPath(folder, file).startsWith('..')
