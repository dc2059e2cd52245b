// A timeline as the judge connector reads it: one list of steps over all tables of a run, written into the run's folder.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TimelineStep {
  /** Segments are what lies between restarts. */
  readonly segment: number
  readonly kind: 'ROW' | 'WATERMARK' | 'IDLE' | 'PAUSE'
  /** Empty for a pause. */
  readonly table: string
  readonly partition: number
  readonly offset: number
  readonly recordTime: number | null
  /** What a row's record says of itself; `partition` above counts those of all topics. */
  readonly record?: { readonly topic: string; readonly number: number; readonly headers: readonly (readonly [string, string])[] }
  /** JSON of a row on one line, epoch milliseconds of a watermark, milliseconds of a pause. */
  readonly body: string
}

export function writeTimeline(folder: string, steps: readonly TimelineStep[]): void {
  const line = (s: TimelineStep): string =>
    [
      s.segment,
      s.table,
      s.partition,
      s.kind,
      s.offset,
      s.recordTime ?? '',
      s.record?.topic ?? '',
      s.record?.number ?? '',
      (s.record?.headers ?? []).map(([name, hex]) => `${encodeURIComponent(name)}=${hex}`).join('&'),
      s.body,
    ].join('\t')
  writeFileSync(join(folder, 'timeline'), steps.map((s) => line(s) + '\n').join(''))
}

/** Says which segment the next job plays. */
export function writeSegment(folder: string, segment: number, last: boolean): void {
  writeFileSync(join(folder, 'segment'), `${segment}\t${last ? 'last' : 'restart'}\n`)
}

export const segmentDone = (folder: string, segment: number): boolean => existsSync(join(folder, `done.${segment}`))
