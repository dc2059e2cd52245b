// Stopping with a savepoint while tasks are lost: what is waited for, what is asked again, what is given up.
import { describe, expect, it } from 'vitest'
import { DeployFailure } from './failure.js'
import type { SavepointResult } from './flink-rest.js'
import type { JobDetails, JobException, Jobs } from './job-rest.js'
import { problemOf } from './stack-trace.js'
import { stopWithSavepoint, type Stopped } from './stop-job.js'

const RUNNING = ['RUNNING', 'RUNNING']
const details = (statuses: readonly string[], state: JobDetails['state']): JobDetails => ({
  id: 'j',
  name: 'p',
  state,
  start: 0,
  duration: 0,
  vertices: statuses.map((status, i) => ({ name: `v${i}`, status })),
})
const completed: SavepointResult = { kind: 'completed', location: 'file:/s/1' }
const failed = (trace: string): SavepointResult => ({ kind: 'failed', problem: problemOf(trace) })

interface Played {
  readonly ends: Stopped | string
  readonly asked: number
  readonly said: readonly string[]
}

/** A cluster that shows these states one after the other and answers requests for savepoints with these results; the last ones stay. */
async function play(
  states: readonly (JobDetails | null)[],
  results: readonly SavepointResult[],
  limits: { readonly running?: number; readonly exceptions?: readonly JobException[]; readonly signal?: AbortSignal } = {},
): Promise<Played> {
  let looked = 0
  let asked = 0
  const said: string[] = []
  const jobs = {
    job: () => Promise.resolve(states[Math.min(looked++, states.length - 1)]!),
    stop: () => Promise.resolve(results[Math.min(asked++, results.length - 1)]!),
    exceptions: () => Promise.resolve(limits.exceptions ?? []),
  } as unknown as Jobs
  const signal = limits.signal ?? new AbortController().signal
  const ends = await stopWithSavepoint(jobs, {
    pipeline: 'p',
    job: 'j',
    folder: null,
    drain: false,
    signal,
    say: (text) => said.push(text),
    limits: { running: limits.running ?? 60_000, savepoint: 1000, pause: 1, stale: 1 },
  }).catch((error: unknown) => {
    if (error instanceof DeployFailure) return error.message
    throw error
  })
  return { ends, asked, said }
}

const runs = details(RUNNING, 'RUNNING')

describe('tasks that do not run', () => {
  it('are waited for before a savepoint is asked for', async () => {
    const starting = details(['RUNNING', 'INITIALIZING'], 'RUNNING')
    const restarting = details(['CANCELED', 'CREATED'], 'RESTARTING')
    const played = await play([restarting, starting, runs], [completed])
    expect(played).toEqual({
      ends: { kind: 'savepoint', savepoint: 'file:/s/1' },
      asked: 1,
      said: ['waiting for 2 of 2 tasks of p: RESTARTING', 'waiting for 1 of 2 tasks of p: RUNNING', 'taking a savepoint of p'],
    })
  })
  it('may have finished: a savepoint holds what they left', async () => {
    expect((await play([details(['FINISHED', 'RUNNING'], 'RUNNING')], [completed])).asked).toBe(1)
  })
  it('are given up after the limit, with the last failure of the job', async () => {
    const problem = problemOf('java.io.IOException: no slots')
    const played = await play([details(['RUNNING', 'SCHEDULED'], 'RESTARTING')], [completed], {
      running: 0,
      exceptions: [{ at: 0, task: null, problem, trace: '' }],
    })
    expect(played.asked).toBe(0)
    expect(played.ends).toBe(
      'job j of `p` took no savepoint and goes on running: 1 of its 2 tasks do not run after 0 seconds, it is RESTARTING; its last failure: no slots',
    )
  })
  it('end the waiting when the job ends, or is no longer known', async () => {
    const lost = details(['FAILED', 'CANCELED'], 'FAILED')
    expect((await play([details(['FAILED', 'CREATED'], 'RESTARTING'), lost], [completed])).ends).toEqual({
      kind: 'ended',
      job: lost,
    })
    expect((await play([null], [completed])).ends).toEqual({ kind: 'ended', job: null })
  })
  it('can be waited for no longer: an interrupt ends it', async () => {
    const signal = AbortSignal.abort(new Error('interrupted'))
    await expect(play([details(['CREATED'], 'CREATED')], [completed], { signal })).rejects.toThrow('interrupted')
  })
})

describe('a savepoint that Flink refuses', () => {
  const passing: readonly (readonly [string, string])[] = [
    [
      'tasks that start again',
      'java.util.concurrent.CompletionException: org.apache.flink.runtime.checkpoint.CheckpointException: Checkpoint triggering task Source: orders[94] -> Calc[95] (1/1) of job 21de is not being executed at the moment. Aborting checkpoint. Failure reason: Not all required tasks are currently running.\n\tat org.apache.flink.X.y(X.java:1)\nCaused by: org.apache.flink.runtime.checkpoint.CheckpointException: Checkpoint triggering task Source: orders[94] -> Calc[95] (1/1) of job 21de is not being executed at the moment. Aborting checkpoint. Failure reason: Not all required tasks are currently running.\n\tat org.apache.flink.X.y(X.java:1)',
    ],
    ['a failover in the midst', 'org.apache.flink.runtime.checkpoint.CheckpointException: Checkpoint Coordinator is suspending.'],
    [
      'a task manager that is gone',
      'org.apache.flink.runtime.checkpoint.CheckpointException: Trigger checkpoint failure.\nCaused by: org.apache.flink.runtime.rpc.exceptions.RecipientUnreachableException: Could not send message',
    ],
  ]
  it.each(passing)('because of %s is asked for again', async (_, trace) => {
    const played = await play([runs], [failed(trace), failed(trace), completed])
    expect(played.ends).toEqual({ kind: 'savepoint', savepoint: 'file:/s/1' })
    expect(played.asked).toBe(3)
    expect(played.said).toContain('a task of p was lost, waiting for it')
  })
  it('again and again is given up after the limit, with the reason of the last time', async () => {
    const played = await play([runs], [failed(passing[0]![1])], { running: -1 })
    expect(played.asked).toBe(1)
    expect(played.ends).toContain(
      'goes on running: Checkpoint triggering task Source: orders[94] -> Calc[95] (1/1) of job 21de is not being',
    )
  })
  it.each<readonly [string, SavepointResult, string]>([
    [
      'no folder',
      failed('java.lang.IllegalStateException: No savepoint directory configured.'),
      'No savepoint directory configured',
    ],
    ['time', { kind: 'timeout', afterMillis: 600_000 }, 'it is not done after 10 minutes'],
    [
      'the network',
      { kind: 'unreachable', problem: { kind: 'unreachable', url: '', reason: 'connection refused', status: null, body: '' } },
      'connection refused',
    ],
  ])('for want of %s is not', async (_, result, reason) => {
    const played = await play([runs], [result])
    expect(played.asked).toBe(1)
    expect(played.ends).toBe(`job j of \`p\` took no savepoint and goes on running: ${reason}`)
  })
})
