// What `flowc --version` prints.
import { COMPILER_VERSION, GRAMMAR_VERSION } from '../core/version.js'
import { PLAN_VERSION } from '../ir/plan.js'

export const versionText = (): string => `flowc ${COMPILER_VERSION}\ngrammar ${GRAMMAR_VERSION}\nplan ${PLAN_VERSION}`
