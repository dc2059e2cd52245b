// A timeline as the judge connector reads it: one list of steps over all tables of a run, written into the run's folder.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TimelineStep {
  /** Segments are what lies between restarts. */
  readonly segment: number
  readonly kind: 'ROW' | 'WATERMARK' | 'PAUSE'
  /** Empty for a pause. */
  readonly table: string
  readonly partition: number
  readonly offset: number
  readonly recordTime: number | null
  /** JSON of a row on one line, epoch milliseconds of a watermark, milliseconds of a pause. */
  readonly body: string
}

export function writeTimeline(folder: string, steps: readonly TimelineStep[]): void {
  const line = (s: TimelineStep): string =>
    [s.segment, s.table, s.partition, s.kind, s.offset, s.recordTime ?? '', s.body].join('\t')
  writeFileSync(join(folder, 'timeline'), steps.map((s) => line(s) + '\n').join(''))
}

/** Says which segment the next job plays. */
export function writeSegment(folder: string, segment: number, last: boolean): void {
  writeFileSync(join(folder, 'segment'), `${segment}\t${last ? 'last' : 'restart'}\n`)
}

export const segmentDone = (folder: string, segment: number): boolean => existsSync(join(folder, `done.${segment}`))
