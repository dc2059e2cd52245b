// Durations: `minutes(5)`, or a param of type `duration`.
declare const DURATION: unique symbol
/**
 * @example
 * const window: Duration = minutes(5)
 */
export interface Duration {
  readonly [DURATION]: 'a duration: minutes(5)'
}
