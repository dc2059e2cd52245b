import { avg, catalog, count, days, env, kafka, max, minutes, pipeline, schema, seconds, stream, t } from 'flowc'

const Reading = schema('Reading', {
  device_id: t.string().notNull(),
  room: t.string(),
  celsius: t.double(),
  event_ms: t.bigint().notNull(),
})

const readings = stream(
  'readings',
  kafka('iot.reading.measured.v1')
    .schema(Reading)
    .messageKey('device_id', 'text')
    .time('event_ms', { as: 'epoch millis', lateBy: seconds(5), idleAfter: seconds(30) })
    .start('latest'),
)

const plausible = stream(
  'plausible',
  readings
    .where(r => r.room.isNotNull(), { elseDlq: 'no_room' })
    .where(r => r.celsius.between(-60, 60), { elseDlq: 'implausible' }),
).doc('What a sensor can have measured.')

const perMinute = stream(
  'per_minute',
  plausible
    .windowTumble(minutes(1), { late: { as: 'behind' } })
    .groupBy('room', 'device_id')
    .select(g => ({
      room: g.room,
      device_id: g.device_id,
      window_start: g.window_start,
      window_end: g.window_end,
      mean: avg(g.celsius),
      highest: max(g.celsius),
      readings: count(),
      warm: count().filter(g.celsius.gt(-15)),
    })),
)

const behind = perMinute.lane('behind')

const alarms = stream(
  'alarms',
  perMinute
    .where(p => p.warm.ge(3))
    .select(p => ({ room: p.room, device_id: p.device_id, since: p.window_end, highest: p.highest })),
)

const history = stream('history', plausible.select('room', 'device_id', 'celsius', 'event_time')).doc(
  'Every plausible reading, late or not, as it came.',
)

const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })

/** Milliseconds of a time of the day of the tests. */
const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)

export default pipeline('cold_chain', {
  owner: 'team-logistics',
  dlq: 'iot.reading.dlq',
  checkpoint: { every: seconds(10), mode: 'at least once' },
})
  .doc(
    'Temperatures of cold rooms: one mean a device and minute, and a lane for everything that cannot take part in it.',
  )
  .sinkAppend(history, lake.table('iot', 'readings'), { partitionBy: [days('event_time'), 'room'] })
  .sinkAppend(behind, lake.table('iot', 'behind'), { partitionBy: [days('event_time')] })
  .sinkAppend(perMinute, kafka('iot.reading.averaged.v1'), {
    messageKey: { columns: 'device_id', as: 'text' },
    partitions: 6,
    retention: days(7),
  })
  .sinkAppend(alarms, kafka('iot.room.warmed.v1'), { messageKey: { columns: 'room', as: 'text' }, format: 'json' })
  .test('a late reading reaches the lake and leaves the mean alone', test =>
    test
      .given(readings, [
        { device_id: 'd1', room: 'A', celsius: -18, event_ms: at('10:00:00') },
        { device_id: 'd1', room: 'A', celsius: -16, event_ms: at('10:00:30') },
        { device_id: 'd1', room: 'A', celsius: -12, event_ms: at('10:01:10') }, // the watermark passes 10:01:00
        { device_id: 'd1', room: 'A', celsius: 20, event_ms: at('10:00:59') }, // its minute is counted
        { device_id: 'd1', room: null, celsius: -18, event_ms: at('10:01:11') },
        { device_id: 'd1', room: 'A', celsius: 85, event_ms: at('10:01:12') }, // the value that a broken sensor sends
      ])
      .expect(perMinute, [
        { device_id: 'd1', window_start: '2026-01-01 10:00:00', mean: -17, highest: -16, readings: 2, warm: 0 },
        { device_id: 'd1', window_start: '2026-01-01 10:01:00', mean: -12, highest: -12, readings: 1, warm: 1 },
      ])
      .expect(behind, [{ device_id: 'd1', celsius: 20 }])
      .expect(history, [{ celsius: -18 }, { celsius: -16 }, { celsius: -12 }, { celsius: 20 }])
      .expectNothing(alarms)
      .expectDlq([
        { '@reason': 'no_room', celsius: -18 },
        { '@reason': 'implausible', celsius: 85 },
      ]),
  )
  .test('three warm readings in a minute raise an alarm', test =>
    test
      .given(readings, [
        { device_id: 'd2', room: 'B', celsius: -14, event_ms: at('10:00:00') },
        { device_id: 'd2', room: 'B', celsius: -13, event_ms: at('10:00:10') },
        { device_id: 'd2', room: 'B', celsius: -12.5, event_ms: at('10:00:20') },
      ])
      .expect(alarms, [{ room: 'B', device_id: 'd2', since: '2026-01-01 10:01:00', highest: -12.5 }]),
  )
