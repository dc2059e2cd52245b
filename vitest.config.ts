import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// chevrotain's package entry pulls some 600 small modules; its own one-file build loads twenty times faster.
const chevrotain = fileURLToPath(new URL('./node_modules/chevrotain/lib/chevrotain.mjs', import.meta.url))

export default defineConfig({
  resolve: { alias: { chevrotain } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/**/*.stack.test.ts', 'node_modules/**'],
    isolate: false,
    // one less than there are processors is the default: on two that would be one
    maxWorkers: '100%',
    testTimeout: 20_000,
  },
})
