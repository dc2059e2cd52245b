// `flowc` from the sources, as a process of its own.
import { start } from '../../src/cli/main.js'

await start(process.argv.slice(2))
