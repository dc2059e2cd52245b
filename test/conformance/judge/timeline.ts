// A timeline as the judge connector reads it: what each table plays, and when. Written per run into a folder.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TimelineEvent {
  /** Segments are what lies between restarts. */
  readonly segment: number
  /** Milliseconds of real time since the start of the segment. */
  readonly at: number
  readonly partition: number
  readonly kind: 'row' | 'watermark'
  readonly offset: number
  readonly recordTime: number | null
  /** JSON of the row on one line, or epoch milliseconds. */
  readonly body: string
}

export function writeTimeline(path: string, events: readonly TimelineEvent[]): void {
  const line = (e: TimelineEvent): string =>
    [e.segment, e.at, e.partition, e.kind === 'row' ? 'R' : 'W', e.offset, e.recordTime ?? '', e.body].join('\t')
  writeFileSync(path, events.map((e) => line(e) + '\n').join(''))
}

export const clockPath = (folder: string): string => join(folder, 'clock')

/** In one move, so that no table sees half a clock. `end`: when input ends; null: it goes on until the job is stopped. */
export function startClock(folder: string, segment: number, start: number, end: number | null): void {
  const next = join(folder, 'clock.next')
  writeFileSync(next, [segment, start, end ?? ''].join('\t'))
  renameSync(next, clockPath(folder))
}

export function stopClock(folder: string): void {
  rmSync(clockPath(folder), { force: true })
}
