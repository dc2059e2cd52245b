// `import 'flowc/testing/vitest'`: the matchers for the `expect` of Vitest, and their types.
import { expect } from 'vitest'
import { matchers, type FlowMatchers } from './matchers.js'

expect.extend(matchers)

declare module 'vitest' {
  // its own declaration has this parameter with this default, and two declarations of an interface have the same
  // oxlint-disable-next-line no-explicit-any
  interface Matchers<T = any> extends FlowMatchers<T> {}
}
