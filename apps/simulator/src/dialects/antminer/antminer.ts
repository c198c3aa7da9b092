import type { Dialect } from '../dialect.ts'
import { createAntminerRpc } from './rpc.ts'
import { createAntminerPowerPort, createAntminerWeb } from './web.ts'

/** Stock firmware of Antminer units. */
export const antminer: Dialect = (unit, host) => [
  { role: 'rpc', standardPort: 4028, protocol: 'line', answer: createAntminerRpc(unit) },
  { role: 'web', standardPort: 80, protocol: 'http', small: false, answer: createAntminerWeb(unit, host) },
  {
    role: 'power',
    standardPort: 6060,
    protocol: 'http',
    small: false,
    answer: createAntminerPowerPort(unit),
  },
]
