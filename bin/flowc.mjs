#!/usr/bin/env node
import { start } from '../dist/flowc.mjs'

await start(process.argv.slice(2))
