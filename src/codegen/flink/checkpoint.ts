// Checkpoint and transaction times that hang together: an exactly-once row waits in a Kafka transaction for the
// checkpoint interval, at most the checkpoint's time-out, and for a restart that may come between; the broker cuts
// transactions after 15 minutes (transaction.max.timeout.ms) and the rows in them are then lost.
const MINUTE = 60_000

export const BROKER_TRANSACTION_LIMIT = 15 * MINUTE
const RESTART = 5 * MINUTE
const LEAST_RESTART = MINUTE

export interface CheckpointTimes {
  /** execution.checkpointing.timeout */
  readonly timeout: number
  /** transaction.timeout.ms */
  readonly transaction: number
}

export function checkpointTimes(interval: number): CheckpointTimes {
  const room = BROKER_TRANSACTION_LIMIT - LEAST_RESTART - interval
  const timeout = Math.min(10 * MINUTE, Math.max(MINUTE, 5 * interval), Math.max(MINUTE, room))
  return { timeout, transaction: Math.min(BROKER_TRANSACTION_LIMIT, interval + timeout + RESTART) }
}

/** The longest interval that leaves a minute for the checkpoint and one for a restart. */
export const MAX_EXACTLY_ONCE_INTERVAL = BROKER_TRANSACTION_LIMIT - LEAST_RESTART - MINUTE
