// Environment variables in the worker that runs a module: there are none, and a module of the project that asks for one is told.
// Packages may look: many ask whether they may write in colours.
import { BUNDLE_NAME } from './script-map-node.js'

/** What a read throws, as mistakes of the API are: by a key, parameters and a place. */
export const VARIABLE_READ = 'variableRead'

/**
 * JavaScript of the worker. `mapOf` gives the source map of the bundle, as text. What a program sets itself it may read as well.
 */
export const VARIABLES = `
const variables = (mapOf) => {
  let map = null
  let own = null
  const isOwn = (line, column) => {
    if (map === null) {
      const payload = JSON.parse(mapOf())
      own = payload.sources.map((source) => !/(^|[\\\\/])node_modules[\\\\/]/.test(decodeURIComponent(source)))
      map = new (require('node:module').SourceMap)({ ...payload, sources: payload.sources.map((_, i) => String(i)) })
    }
    return own[Number(map.findEntry(line - 1, column - 1).originalSource)] === true
  }
  const asked = (name) => {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 8
    const { stack } = new Error('')
    Error.stackTraceLimit = limit
    // what is above this text and the functions of the engine: \`Object.keys(process.env)\`
    const frame = stack.split('\\n').find((l) => /^\\s+at /.test(l) && !l.includes('[worker eval]') && !l.includes('(<anonymous>)'))
    const at = /${BUNDLE_NAME.replace('.', '\\.')}:(\\d+):(\\d+)\\)?$/.exec(frame ?? '')
    if (at === null || !isOwn(Number(at[1]), Number(at[2]))) return
    const what = name === '' ? 'environment variables are' : 'the environment variable \`' + name + '\` is'
    const error = new Error(what + ' not visible here: a setting that names one is \`{ env: "' + (name || 'NAME') + '" }\`')
    error.flowc = { mistake: '${VARIABLE_READ}', parameters: { name }, site: { file: '${BUNDLE_NAME}', line: Number(at[1]), column: Number(at[2]) } }
    throw error
  }
  const isAbsent = (target, name) => typeof name === 'string' && !(name in target)
  return new Proxy({}, {
    get: (target, name) => { if (isAbsent(target, name)) asked(name); return target[name] },
    has: (target, name) => { if (isAbsent(target, name)) asked(name); return name in target },
    ownKeys: (target) => { asked(''); return Reflect.ownKeys(target) },
    set: (target, name, value) => { target[name] = String(value); return true },
  })
}
`
