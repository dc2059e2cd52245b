// The commands that reach real systems: apply, submit, status, stop.
import type { AddCommand } from './program.js'

export function addDeployCommands(add: AddCommand): void {
  add({
    usage: 'apply [PATH...]',
    description: 'make the topics, subjects, tables and connectors that do not exist yet; changes nothing that does',
    examples: ['flowc apply', 'flowc apply sales/orders.flow -e prod --dry-run'],
    compiles: true,
    environment: true,
    options: (c) => c.option('--dry-run', 'read and check only, say what would be made', false),
    run: async (ctx, paths: readonly string[], options: { env?: string; dryRun: boolean }) =>
      (await import('./commands/apply.js')).apply(ctx, paths, options),
  })
  add({
    usage: 'submit <FILE>',
    description: 'start the job of a pipeline; refuses where it runs already',
    examples: ['flowc submit sales/orders.flow', 'flowc submit sales/orders.flow -e prod'],
    compiles: true,
    environment: true,
    options: (c) => c.option('--fresh', 'begin anew, without the savepoint of the last stop', false),
    run: async (ctx, file: string, options: { env?: string; fresh: boolean }) =>
      (await import('./commands/submit.js')).submit(ctx, file, options),
  })
  add({
    usage: 'status [PIPELINE...]',
    description: 'what the submitted pipelines do: state, uptime, restarts, last checkpoint, exceptions',
    examples: ['flowc status', 'flowc status sales_orders -e prod'],
    environment: true,
    run: async (ctx, pipelines: readonly string[], options: { env?: string }) =>
      (await import('./commands/status.js')).status(ctx, pipelines, options),
  })
  add({
    usage: 'stop <PIPELINE>',
    description: 'stop the job of a pipeline, named by its file or its name',
    examples: ['flowc stop sales_orders --savepoint', 'flowc stop sales/orders.flow -e dev'],
    environment: true,
    options: (c) =>
      c
        .option(
          '--savepoint',
          'keep its state: the next submit goes on from there; waits up to 3 minutes for tasks that start again',
          false,
        )
        .option('--drain', 'with --savepoint: end all windows first, as if the input were over', false),
    run: async (ctx, pipeline: string, options: { env?: string; savepoint: boolean; drain: boolean }) =>
      (await import('./commands/stop.js')).stop(ctx, pipeline, options),
  })
}
