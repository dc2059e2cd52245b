// As much of `expect` as the examples of matchers use: they run outside of a test runner.
type Matcher = (actual: unknown, ...args: readonly unknown[]) => { readonly pass: boolean; readonly message: () => string }

const known = new Map<string, Matcher>()

export const expect = Object.assign(
  (actual: unknown) =>
    Object.fromEntries(
      [...known].map(([name, matcher]) => [
        name,
        (...args: readonly unknown[]) => {
          const { pass, message } = matcher(actual, ...args)
          if (!pass) throw new Error(message())
        },
      ]),
    ),
  {
    extend: (matchers: Readonly<Record<string, Matcher>>): void => {
      for (const [name, matcher] of Object.entries(matchers)) known.set(name, matcher)
    },
  },
)
