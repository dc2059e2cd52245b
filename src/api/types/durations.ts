// Durations: `minutes(5)`, or a param of type `duration`.
declare const DURATION: unique symbol
export interface Duration {
  readonly [DURATION]: 'a duration: minutes(5)'
}
