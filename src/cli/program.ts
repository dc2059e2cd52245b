// The commander tree: commands, flags, help with examples. Every command is imported when it is called, never before.
import { Command, CommanderError, Option } from 'commander'
import { cli } from '../diagnostics/codes/cli.js'
import { TARGETS } from '../workspace/config.js'
import type { CommonOptions, Context } from './context.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import { fail } from './failure.js'
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
  return found === null
    ? '`flowc --help` lists commands, `flowc COMMAND --help` their flags'
    : `did you mean ${found[1]!
        .split(', ')
        .map((n) => `\`${n}\``)
        .join(' or ')}?`
}

export function createProgram(invocation: Invocation, setExit: (code: ExitCode) => void): Command {
  const program = new Command('flowc')
    .description('Checks, runs, tests and compiles .flow pipelines: Kafka → Flink → Iceberg.')
    .version(versionText(), '-V, --version', 'print the versions of compiler, grammar and plan')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [COMMAND]', 'print help for a command')
    .addHelpText('after', examples(['flowc init shop', 'flowc check', 'flowc test', 'flowc explain FLOW2002']) + EXIT_HELP)
  const settings = (command: Command): Command =>
    command.exitOverride().configureOutput({
      writeOut: invocation.writeOut,
      writeErr: (text) => {
        // The message of an error is rendered as a diagnostic instead; help asked for by nobody still goes out.
        if (!text.startsWith('error: ')) invocation.writeErr(text)
      },
      outputError: () => {},
    })
  settings(program)

  /** A command with the common flags; `formats` are what `--format` takes besides text and json. */
  const add = (
    parent: Command,
    usage: string,
    description: string,
    lines: readonly string[],
    formats: readonly string[] = [],
  ): Command => {
    const command = settings(parent.command(usage))
      .description(description)
      .helpOption('-h, --help', 'print help')
      .addOption(new Option('--format <FORMAT>', 'form of the output').choices(['text', 'json', ...formats]).default('text'))
      .addOption(new Option('--color <WHEN>', 'colour the output').choices(['auto', 'always', 'never']).default('auto'))
      .option('-q, --quiet', 'print nothing but problems and the product', false)
      .option('--cwd <DIR>', 'work in this folder')
    return command.addHelpText('after', examples(lines))
  }
  const target = (command: Command): Command =>
    command.addOption(
      new Option('--target <TARGET>', 'Flink version to compile for (default: from flow.config.json, else flink-2.2)').choices(
        TARGETS,
      ),
    )
  const action = <A extends readonly unknown[]>(command: Command, run: (ctx: Context, ...args: A) => Promise<ExitCode>): void => {
    command.action(async (...args: unknown[]) => {
      // commander hands over: arguments, options, the command itself
      const options = command.opts() as CommonOptions
      setExit(await run(invocation.context(options), ...(args.slice(0, -1) as unknown as A)))
    })
  }

  action(
    add(program, 'init [DIR]', 'write a project that passes `flowc test` at once; overwrites nothing', [
      'flowc init shop',
      'flowc init shop --name shop_orders --from kafka --yes',
    ])
      .option('--name <NAME>', 'name of the pipeline (default: the name of the folder)')
      .addOption(new Option('--from <SOURCE>', 'where the rows come from').choices(['files', 'kafka', 'cdc']))
      .option('-y, --yes', 'ask nothing, take the defaults', false),
    async (ctx, dir: string | undefined, options: { name?: string; from?: 'files' | 'kafka' | 'cdc'; yes: boolean }) =>
      (await import('./commands/init.js')).init(ctx, dir ?? '.', options),
  )
  action(
    target(
      add(
        program,
        'check [PATH...]',
        'parse, resolve and type-check; every mistake of every file in one run',
        ['flowc check', 'flowc check sales/orders.flow', 'flowc check --format sarif > flow.sarif'],
        ['github', 'sarif'],
      ).option('--deny-warnings', 'warnings make the exit code 1', false),
    ),
    async (ctx, paths: readonly string[], options: { denyWarnings: boolean }) =>
      (await import('./commands/check.js')).check(ctx, paths, options),
  )
  action(
    target(
      add(
        program,
        'build [PATH...]',
        'write all artifacts of each pipeline: Flink SQL, topics, connectors, schemas, tables, manifest',
        ['flowc build -o out', 'flowc build sales/orders.flow --target flink-1.20 -o out'],
      ).option(
        '-o, --output <DIR>',
        'folder for the artifacts, one folder a pipeline (default: from flow.config.json, else `out`)',
      ),
    ),
    async (ctx, paths: readonly string[], options: { output?: string }) =>
      (await import('./commands/build.js')).build(ctx, paths, options),
  )
  action(
    target(
      add(
        program,
        'test [PATH...]',
        'run the `test` blocks in the interpreter',
        ['flowc test', "flowc test sales -t 'late order'", 'flowc test --format junit > junit.xml'],
        ['junit', 'tap'],
      ).option('-t, --title <TEXT>', 'only tests whose title has this text'),
    ),
    async (ctx, paths: readonly string[], options: { title?: string }) =>
      (await import('./commands/test.js')).test(ctx, paths, options),
  )
  action(
    target(
      add(program, 'run <FILE>', 'run a pipeline locally over files: one NDJSON file a sink, dlq.ndjson, and the ledger', [
        'flowc run orders.flow --input orders=data/orders.ndjson --input customers=data/customers.ndjson',
        'flowc run orders.flow --input orders=day1.avro --on-bad-row skip -o results',
      ])
        .option('--input <NAME=FILE>', 'rows of a source: .ndjson, .jsonl, .json, .csv, .avro; once a source', collect, [])
        .option('-o, --output <DIR>', 'folder for the results (default: `out/run/PIPELINE`)')
        .addOption(
          new Option('--on-bad-row <WHAT>', 'a row that does not fit its schema').choices(['stop', 'skip']).default('stop'),
        ),
    ),
    async (ctx, file: string, options: { input: readonly string[]; output?: string; onBadRow: 'stop' | 'skip' }) =>
      (await import('./commands/run.js')).run(ctx, file, options),
  )
  action(
    target(
      add(
        program,
        'explain <FILE> [NAME]',
        'what the compiler knows of a program or of one relation; or the page of a diagnostic',
        ['flowc explain orders.flow', 'flowc explain orders.flow revenue_5min', 'flowc explain FLOW2002'],
      ),
    ),
    async (ctx, what: string, name: string | undefined) => (await import('./commands/explain.js')).explain(ctx, what, name),
  )
  const graph = target(
    add(program, 'graph <FILE>', 'a picture of the flow, as text', [
      'flowc graph orders.flow',
      'flowc graph orders.flow --format dot | dot -Tsvg > orders.svg',
    ]),
  )
  graph.options
    .find((o) => o.long === '--format')!
    .choices(['mermaid', 'dot', 'json', 'svg', 'html'])
    .default('mermaid')
  graph.setOptionValue('format', 'mermaid')
  action(graph, async (ctx, file: string) => (await import('./commands/graph.js')).graph(ctx, file))

  const schema = group(program, settings, 'schema', 'schemas of the registry')
  action(
    add(schema, 'pull [SUBJECT...]', 'lock subjects of a registry in flow.lock: all that the programs name, or these', [
      'flowc schema pull --registry https://registry.example.org',
      'flowc schema pull sales.order.created.v1-value',
    ])
      .option('--registry <URL>', 'address of the registry (default: from flow.config.json)')
      .option('--update', 'take the newest version also of subjects that are locked already', false)
      .option('--prune', 'drop subjects from the lock that no program names', false),
    async (ctx, subjects: readonly string[], options: { registry?: string; update: boolean; prune: boolean }) =>
      (await import('./commands/schema-pull.js')).schemaPull(ctx, subjects, options),
  )

  const stack = group(program, settings, 'stack', 'a local, real Flink for development; needs Java 17, no Docker')
  for (const [verb, description] of [
    ['up', 'fetch and start; what runs already is left alone'],
    ['down', 'stop what `stack up` started'],
    ['status', 'what runs, on which ports'],
  ] as const) {
    action(
      add(stack, `${verb} [SERVICE...]`, description, [`flowc stack ${verb}`, `flowc stack ${verb} flink`])
        .option('--flink <VERSION>', 'Flink version', '2.2.0')
        .option('--folder <DIR>', 'where it lives (default: `.flowc/stack` of the project)'),
      async (ctx, services: readonly string[], options: { flink: string; folder?: string }) =>
        (await import('./commands/stack.js')).stack(ctx, verb, services, options),
    )
  }
  return program
}

function group(program: Command, settings: (c: Command) => Command, name: string, description: string): Command {
  return settings(program.command(name)).description(description).helpOption('-h, --help', 'print help').helpCommand(false)
}

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value]
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
