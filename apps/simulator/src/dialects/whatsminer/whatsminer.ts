import type { Dialect } from '../dialect.ts'
import { whatsminerTraits } from './answers.ts'
import { createV2Rpc } from './v2.ts'
import { createV3 } from './v3.ts'

/** Stock firmware of Whatsminers: the second API on the port of cgminer, or the third on a port of its own. */
export const whatsminer: Dialect = (unit, host) =>
  whatsminerTraits(unit.view()).api === 2
    ? [{ role: 'rpc', standardPort: 4028, protocol: 'line', answer: createV2Rpc(unit) }]
    : [{ role: 'rpc', standardPort: 4433, protocol: 'frame', answer: createV3(unit, host) }]
