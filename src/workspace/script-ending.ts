// How files of programs in TypeScript end.
export const SCRIPT_ENDING = '.flow.ts'
