// The commander tree: commands, flags, help with examples. Every command is imported when it is called, never before.
import { Command, CommanderError, Option } from 'commander'
import { cli } from '../diagnostics/codes/cli.js'
import { TARGETS } from '../workspace/config.js'
import type { StackFlags, StackVerb } from './commands/stack.js'
import type { CommonOptions, Context } from './context.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import { fail } from './failure.js'
import { addDeployCommands } from './program-deploy.js'
import { versionText } from './version.js'

export interface Invocation {
  /** Makes the context once the common flags are known. */
  readonly context: (options: CommonOptions) => Context
  readonly writeOut: (text: string) => void
  readonly writeErr: (text: string) => void
}

/** Parses the arguments and runs the command. Wrong usage is a CommandFailure. */
export async function runProgram(argv: readonly string[], invocation: Invocation): Promise<ExitCode> {
  let exit: ExitCode = EXIT.ok
  const program = createProgram(invocation, (code) => {
    exit = code
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause
    if (cause.exitCode === 0) return EXIT.ok
    // `flowc` alone: the help has been written to stderr.
    if (cause.code === 'commander.help') return EXIT.usage
    const [problem, ...rest] = cause.message.replace(/^error: /, '').split('\n')
    fail(EXIT.usage, cli.wrongUsage, { problem: quoted(problem ?? ''), advice: adviceOf(rest.join(' ')) })
  }
  return exit
}

/** commander quotes with '…'; messages quote code with backquotes. */
const quoted = (text: string): string => text.replaceAll(/'([^']*)'/g, '`$1`').replace(/\.$/, '')

function adviceOf(rest: string): string {
  const found = /Did you mean (?:one of )?(.*?)\?/.exec(rest)
  if (found === null) return '`flowc --help` lists commands, `flowc COMMAND --help` their flags'
  const names = found[1]!.split(', ').map((n) => `\`${n}\``)
  return `did you mean ${names.join(' or ')}?`
}

interface CommandSpec<A extends readonly unknown[]> {
  /** Name and arguments as commander reads them. */
  readonly usage: string
  readonly description: string
  readonly examples: readonly string[]
  /** What `--format` takes; the first is the default. `text` and `json` unless said. */
  readonly formats?: readonly string[]
  /** Compiles programs, so that a target can be chosen. */
  readonly compiles?: boolean
  /** Works in an environment of the project. */
  readonly environment?: boolean
  readonly options?: (command: Command) => void
  /** Arguments as in `usage`, then the options. */
  readonly run: (ctx: Context, ...args: A) => Promise<ExitCode>
}

export type AddCommand = <A extends readonly unknown[]>(spec: CommandSpec<A>) => void

function createProgram(invocation: Invocation, setExit: (code: ExitCode) => void): Command {
  const settings = (command: Command): Command =>
    command
      .exitOverride()
      .helpOption('-h, --help', 'print help')
      .configureHelp({ optionDescription })
      .configureOutput({
        writeOut: invocation.writeOut,
        // The message of an error is rendered as a diagnostic instead; help that nobody asked for still goes out.
        writeErr: (text) => {
          if (!text.startsWith('error: ')) invocation.writeErr(text)
        },
        outputError: () => {},
      })
  const add = <A extends readonly unknown[]>(parent: Command, spec: CommandSpec<A>): void => {
    const command = settings(parent.command(spec.usage)).description(spec.description)
    const formats = spec.formats ?? ['text', 'json']
    spec.options?.(command)
    if (spec.compiles === true)
      command.addOption(
        new Option('--target <TARGET>', 'Flink version to compile for, before that of flow.config.json').choices(TARGETS),
      )
    if (spec.compiles === true)
      command.option('--param <NAME=VALUE>', 'value of a `param`, before that of the environment; once a param', collect, [])
    if (spec.compiles === true || spec.environment === true)
      command.option('-e, --env <NAME>', 'environment; `dev` where there is one, else what the configuration itself says')
    command
      .addOption(new Option('--format <FORMAT>', 'form of the output').choices(formats).default(formats[0]))
      .addOption(new Option('--color <WHEN>', 'colour the output').choices(['auto', 'always', 'never']).default('auto'))
      .option('-q, --quiet', 'print nothing but problems and the product', false)
      .option('--cwd <DIR>', 'work in this folder')
      .addHelpText('after', examples(spec.examples))
      .action(async (...args: unknown[]) => {
        // commander hands over: arguments, options, the command itself
        setExit(await spec.run(invocation.context(command.opts()), ...(args.slice(0, -1) as unknown as A)))
      })
  }
  const group = (name: string, description: string): Command =>
    settings(program.command(name)).description(description).helpCommand(false)

  const program = settings(new Command('flowc'))
    .description('Checks, runs, tests and compiles .flow pipelines: Kafka → Flink → Iceberg.')
    .version(versionText(), '-V, --version', 'print the versions of compiler, grammar and plan')
    .helpCommand('help [COMMAND]', 'print help for a command')
    .addHelpText('after', examples(['flowc init shop', 'flowc check', 'flowc test', 'flowc explain FLOW2002']) + EXIT_HELP)

  add(program, {
    usage: 'init [DIR]',
    description: 'write a project that passes `flowc test` at once; overwrites nothing',
    examples: ['flowc init shop', 'flowc init shop --name shop_orders --from kafka --yes', 'flowc init shop --typescript'],
    options: (c) =>
      c
        .option('--name <NAME>', 'name of the pipeline; that of the folder unless said')
        .addOption(new Option('--from <SOURCE>', 'where the rows come from').choices(['files', 'kafka', 'cdc']))
        .option('--typescript', 'programs and configuration in TypeScript', false)
        .option('-y, --yes', 'ask nothing, take the defaults', false),
    run: async (
      ctx,
      dir: string | undefined,
      options: { name?: string; from?: 'files' | 'kafka' | 'cdc'; typescript: boolean; yes: boolean },
    ) => (await import('./commands/init.js')).init(ctx, dir ?? '.', options),
  })
  add(program, {
    usage: 'check [PATH...]',
    description: 'parse, resolve and type-check; every mistake of every file in one run',
    examples: ['flowc check', 'flowc check sales/orders.flow', 'flowc check --format sarif > flow.sarif'],
    formats: ['text', 'json', 'github', 'sarif'],
    compiles: true,
    environment: true,
    options: (c) => c.option('--deny-warnings', 'warnings make the exit code 1', false),
    run: async (ctx, paths: readonly string[], options: { denyWarnings: boolean }) =>
      (await import('./commands/check.js')).check(ctx, paths, options),
  })
  add(program, {
    usage: 'build [PATH...]',
    description: 'write all artifacts of each pipeline: Flink SQL, topics, connectors, schemas, tables, manifest',
    examples: ['flowc build -o out', 'flowc build sales/orders.flow --target flink-1.20 -o out'],
    compiles: true,
    environment: true,
    options: (c) =>
      c.option('-o, --output <DIR>', 'folder for the artifacts, one folder a pipeline; from flow.config.json, else `out`'),
    run: async (ctx, paths: readonly string[], options: { output?: string; env?: string }) =>
      (await import('./commands/build.js')).build(ctx, paths, options),
  })
  add(program, {
    usage: 'test [PATH...]',
    description: 'run the `test` blocks in the interpreter',
    examples: ['flowc test', "flowc test sales -t 'late order'", 'flowc test --format junit > junit.xml'],
    formats: ['text', 'json', 'junit', 'tap'],
    compiles: true,
    environment: true,
    options: (c) => c.option('-t, --title <TEXT>', 'only tests whose title has this text'),
    run: async (ctx, paths: readonly string[], options: { title?: string }) =>
      (await import('./commands/test.js')).test(ctx, paths, options),
  })
  add(program, {
    usage: 'run <FILE>',
    description: 'run a pipeline locally over files: one NDJSON file a sink, dlq.ndjson, and the ledger',
    examples: [
      'flowc run orders.flow --input orders=data/orders.ndjson --input customers=data/customers.ndjson',
      'flowc run orders.flow --input orders=day1.avro --on-bad-row skip -o results',
    ],
    compiles: true,
    environment: true,
    options: (c) =>
      c
        .option('--input <NAME=FILE>', 'rows of a source: .ndjson, .jsonl, .json, .csv, .avro; once a source', collect, [])
        .option('-o, --output <DIR>', 'folder for the results; `out/run/PIPELINE` unless said')
        .addOption(
          new Option('--on-bad-row <WHAT>', 'a row that does not fit its schema').choices(['stop', 'skip']).default('stop'),
        ),
    run: async (ctx, file: string, options: { input: readonly string[]; output?: string; onBadRow: 'stop' | 'skip' }) =>
      (await import('./commands/run.js')).run(ctx, file, options),
  })
  add(program, {
    usage: 'fmt [PATH...]',
    description: 'lay out .flow files, all of the project unless named; comments stay, what cannot be read too',
    examples: ['flowc fmt', 'flowc fmt --check', 'flowc fmt --diff sales/orders.flow', 'flowc fmt - < orders.flow'],
    options: (c) =>
      c
        .option('--check', 'change nothing; exit code 3 where something would', false)
        .option('--diff', 'change nothing; print what would', false)
        .option('--stdin', 'read a program from stdin and print it; `-` as the only PATH does the same', false),
    run: async (ctx, paths: readonly string[], options: { check: boolean; diff: boolean; stdin: boolean }) =>
      (await import('./commands/fmt.js')).fmt(ctx, paths, options),
  })
  add(program, {
    usage: 'explain <FILE> [NAME]',
    description: 'what the compiler knows of a program or of one relation; or the page of a diagnostic',
    examples: ['flowc explain orders.flow', 'flowc explain orders.flow revenue_5min', 'flowc explain FLOW2002'],
    compiles: true,
    environment: true,
    run: async (ctx, what: string, name: string | undefined) => (await import('./commands/explain.js')).explain(ctx, what, name),
  })
  add(program, {
    usage: 'graph <FILE>',
    description: 'a picture of the flow, as text',
    examples: ['flowc graph orders.flow', 'flowc graph orders.flow --format dot | dot -Tsvg > orders.svg'],
    formats: ['mermaid', 'dot', 'json', 'svg', 'html'],
    compiles: true,
    environment: true,
    run: async (ctx, file: string) => (await import('./commands/graph.js')).graph(ctx, file),
  })

  add(group('schema', 'schemas of the registry'), {
    usage: 'pull [SUBJECT...]',
    description: 'lock subjects of a registry in flow.lock: all that the programs name, or these',
    examples: ['flowc schema pull --registry https://registry.example.org', 'flowc schema pull sales.order.created.v1-value'],
    environment: true,
    options: (c) =>
      c
        .option('--registry <URL>', 'address of the registry; from flow.config.json unless said')
        .option('--update', 'take the newest version also of subjects that are locked already', false)
        .option('--prune', 'drop subjects from the lock that no program names', false),
    run: async (
      ctx,
      subjects: readonly string[],
      options: { registry?: string; update: boolean; prune: boolean; env?: string },
    ) => (await import('./commands/schema-pull.js')).schemaPull(ctx, subjects, options),
  })

  const gen = group('gen', 'files made of others: row types for programs in TypeScript, and one skin of a program from the other')
  add(gen, {
    usage: 'types',
    description: 'write the row types of flow.lock and of schema files, for programs in TypeScript',
    examples: ['flowc gen types', 'flowc gen types -o src/flow.types.d.ts', 'flowc gen types --check'],
    options: (c) =>
      c
        .option('-o, --output <FILE>', 'the file; `flow.types.d.ts` of the project unless said')
        .option('--check', 'write nothing; exit code 3 where the file is not what it would write', false),
    run: async (ctx, options: { output?: string; check: boolean }) =>
      (await import('./commands/gen-types.js')).genTypesCommand(ctx, options),
  })
  add(gen, {
    usage: 'flow <FILE>',
    description: 'print the program that a `.flow.ts` file builds, as `.flow`',
    examples: ['flowc gen flow orders.flow.ts', 'flowc gen flow orders.flow.ts -o orders.flow'],
    options: (c) => c.option('-o, --output <FILE>', 'write it there; stdout unless said'),
    run: async (ctx, file: string, options: { output?: string }) =>
      (await import('./commands/gen-flow.js')).genFlow(ctx, file, options),
  })
  add(gen, {
    usage: 'ts <PATH...>',
    description: 'print `.flow` programs as programs of the TypeScript API; several go to a folder, one module each',
    examples: ['flowc gen ts orders.flow', 'flowc gen ts orders.flow -o orders.flow.ts', 'flowc gen ts sales -o .'],
    options: (c) => c.option('-o, --output <PATH>', 'a file, or a folder of them; stdout unless said'),
    run: async (ctx, paths: readonly string[], options: { output?: string }) =>
      (await import('./commands/gen-ts.js')).genTs(ctx, paths, options),
  })

  addDeployCommands((spec) => add(program, spec))

  const stack = group('stack', 'real Kafka, registry, Connect, PostgreSQL, Iceberg and Flink here; needs Java 17, no Docker')
  const folder = (c: Command): Command => c.option('--folder <DIR>', 'where it lives; `.flowc/stack` of the project unless said')
  const stackCommand = (usage: string, description: string, lines: readonly string[], options: (c: Command) => void): void =>
    add(stack, {
      usage: `${usage} [SERVICE...]`,
      description,
      examples: lines,
      options,
      run: async (ctx, services: readonly string[], given: StackFlags) =>
        (await import('./commands/stack.js')).stack(ctx, usage as StackVerb, services, given),
    })
  stackCommand(
    'up',
    'fetch and start services, all unless named, and what they need; what runs is left alone',
    ['flowc stack up flink', 'flowc stack up kafka registry --port kafka=19092', 'flowc stack up --flink-version 1.20.3'],
    (c) =>
      folder(
        c
          .option('--flink-version <VERSION>', '2.2.0, 2.3.0, 2.1.0 or 1.20.3; what this folder has, else 2.2.0')
          .option('--port <SERVICE=N>', 'port of a service, once a service; a free one unless said', collect, []),
      ),
  )
  stackCommand(
    'down',
    'stop what `stack up` started, all unless named, and what needs it',
    ['flowc stack down', 'flowc stack down kafka'],
    folder,
  )
  stackCommand(
    'status',
    'what runs, where, and how much memory it has',
    ['flowc stack status', 'flowc stack status kafka --format json'],
    folder,
  )
  return program
}

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value]

/** `--format <FORMAT>  form of the output: text, json`, the default first. */
function optionDescription(option: Option): string {
  const fallback: unknown = option.defaultValue
  const choices =
    option.argChoices === undefined
      ? ''
      : `: ${[...option.argChoices].sort((a, b) => Number(b === fallback) - Number(a === fallback)).join(', ')}`
  return `${option.description}${choices}${choices === '' && typeof fallback === 'string' ? ` (default ${fallback})` : ''}`
}

const examples = (lines: readonly string[]): string => `\nExamples:\n${lines.map((l) => `  $ ${l}\n`).join('')}`

const EXIT_HELP = `
Exit codes:
  0    done; nothing wrong, nothing to change
  1    the program is wrong, a test failed, or the data does not fit
  2    wrong usage or configuration
  3    there are differences
  4    another system failed or could not be reached; running it again continues
  130  interrupted; nothing half-written is left
`
