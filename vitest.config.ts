import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
// it decides what a module is turned into: imported here it is part of the key of what is kept of them
import './tsconfig.json' with { type: 'json' }

// chevrotain's package entry pulls some 600 small modules; its own one-file build loads twenty times faster.
const chevrotain = fileURLToPath(new URL('./node_modules/chevrotain/lib/chevrotain.mjs', import.meta.url))

/** Small files that take seconds: begun last they would leave the other processors without work. */
const LONG = /\/test\/(?:fuzz\/fuzz|pack\/pack|testing\/runners|e2e\/bad-input|api\/equality\/\w+)\.test\.ts$/

/** On a machine without the times of an earlier run Vitest goes by the sizes of files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = (f: TestSpecification): boolean => LONG.test(f.moduleId)
    return [...sorted.filter(long), ...sorted.filter((f) => !long(f))]
  }
}

export default defineConfig({
  resolve: { alias: { chevrotain } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/**/*.stack.test.ts', 'node_modules/**'],
    isolate: false,
    sequence: { sequencer: LongFirst },
    // one less than there are processors is the default: on two that would be one
    maxWorkers: '100%',
    // esbuild is written in Go and bundles many small programs: its garbage collector is a third of what that takes
    env: { GOGC: '800' },
    testTimeout: 20_000,
    // what a module is turned into is kept by its content, in node_modules: 1,000 modules are a tenth of all tests; npx vitest --clearCache throws it away
    experimental: { fsModuleCache: true },
  },
})
