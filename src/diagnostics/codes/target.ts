// FLOW60xx: what a Flink version cannot do with a plan, or does differently. The reasons come from codegen's verdicts.
import { define } from '../define.js'

export const target = {
  refuses: define<{ target: string; message: string; help: string | null }>(
    'FLOW6001',
    'target-refuses',
    'error',
    (p) => `${p.message} (target ${p.target})`,
    (p) => p.help ?? undefined,
  ),
  differs: define<{ target: string; message: string; help: string | null }>(
    'FLOW6002',
    'target-differs',
    'warning',
    (p) => `${p.message} (target ${p.target})`,
    (p) => p.help ?? undefined,
  ),
}
