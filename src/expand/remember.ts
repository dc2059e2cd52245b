/** What was made of a declaration the last time, where nothing has changed that it hangs on; what it said is said again. */
export type Remember = <T>(declaration: object, work: () => T) => T
