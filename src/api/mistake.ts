// A use of the API that cannot be printed at all: what is wrong, and where. Whether it is thrown says refused.ts; commands report it
// as the diagnostic that it names, at its site.
import { apiDeclarations } from '../diagnostics/codes/api-declarations.js'
import { api } from '../diagnostics/codes/api.js'
import type { Definition } from '../diagnostics/define.js'
import type { MistakeData } from '../surface/program-data.js'
import { framesBelow, siteOf, withFrames, type Mark } from './site.js'

/** Every mistake by the key that crosses to the process that reports it. */
const MISTAKES = { ...api, ...apiDeclarations }
export type MistakeKey = keyof typeof MISTAKES
export type MistakeParameters<K extends MistakeKey> = (typeof MISTAKES)[K] extends Definition<infer P> ? P : never

/** Its message says everything by itself: a program can also be run without any command of ours. */
export class ApiMistake extends Error {
  /** What crosses to the process that reports it; it is known by this property, never by its class. */
  declare readonly flowc: MistakeData
  /** `FLOW2114`: the page that explains it. */
  declare readonly code: string
  /** Of the call. */
  declare readonly mark: Mark | null

  constructor(data: MistakeData, code: string, message: string, mark: Mark | null) {
    super(message)
    // whatever a runner of tests prints besides would say it all a second time
    Object.defineProperty(this, 'name', { value: 'ApiMistake' })
    Object.defineProperty(this, 'flowc', { value: data })
    Object.defineProperty(this, 'code', { value: code })
    Object.defineProperty(this, 'mark', { value: mark })
    const frames = framesBelow(mark, this.stack)
    if (frames.length > 0) this.stack = [`${this.name}: ${message}`, ...frames].join('\n')
  }
}

/** `refused(mistake('dropped', { … }, mark), …)`. `other`: a second place that belongs to it, and what it is. */
export function mistake<K extends MistakeKey>(
  key: K,
  parameters: MistakeParameters<K>,
  mark: Mark | null,
  other?: { readonly mark: Mark | null; readonly text: string },
): ApiMistake {
  const { code, message, help } = MISTAKES[key] as unknown as Definition<MistakeParameters<K>>
  const advice = help?.(parameters)
  const second = other === undefined ? null : siteOf(other.mark)
  // frames of ours are above those of the program
  return withFrames(
    50,
    () =>
      new ApiMistake(
        {
          mistake: key,
          parameters: parameters as unknown as MistakeData['parameters'],
          site: siteOf(mark),
          ...(second === null ? {} : { other: { site: second, text: other!.text } }),
        },
        code,
        `${code}: ${message(parameters)}${advice === undefined ? '' : `; ${advice}`}`,
        mark,
      ),
  )
}
