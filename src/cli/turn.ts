// Lets the process turn to what else is waiting: without it a long calculation hears no Ctrl-C.
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
