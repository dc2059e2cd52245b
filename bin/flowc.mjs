#!/usr/bin/env node
// Starts the bundled command line; in a fresh clone it has to be built first.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/flowc.mjs', import.meta.url)
if (existsSync(bundle)) {
  // The bundle's names are short; a trace for a report is told in those of the source.
  if (process.env['FLOWC_TRACE']) process.setSourceMapsEnabled(true)
  const { start } = await import(bundle.href)
  await start(process.argv.slice(2))
} else {
  process.stderr.write('flowc is not built yet: `npm run build` in its folder builds it\n')
  process.exitCode = 2
}
