import { poolWrites } from '../../cgminer-api/pool-writes.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import type { Unit } from '../../device/unit.ts'
import type { Dialect } from '../dialect.ts'
import {
  checkReply,
  coinReply,
  configReply,
  countReply,
  devdetailsReply,
  devsReply,
  notifyReply,
  PROGRAM,
  poolsReply,
  statsReply,
  summaryReply,
  versionReply,
} from './answers.ts'

/** Writes and everything that needs the right to write, which no one on the network has unless `apiAllow` is set. */
const closedCommands = new Set([
  ...['switchpool', 'addpool', 'enablepool', 'disablepool', 'removepool', 'poolpriority', 'poolquota'],
  ...['save', 'quit', 'restart', 'privileged', 'setconfig', 'zero', 'hotplug', 'debug', 'failover-only'],
  ...['ascenable', 'ascdisable', 'ascidentify', 'ascset', 'pgaenable', 'pgadisable', 'pgaidentify', 'pgaset'],
])

/** A cgminer as it is published, open for reading (`--api-network`). It joins commands, unlike stock Antminers. */
export function createCgminerRpc(unit: Unit): (request: Buffer) => Buffer {
  return createCgminerResponder(unit, {
    description: PROGRAM.description,
    read: {
      version: versionReply,
      config: configReply,
      summary: summaryReply,
      pools: poolsReply,
      devs: devsReply,
      edevs: devsReply,
      devdetails: devdetailsReply,
      stats: statsReply,
      estats: statsReply,
      coin: coinReply,
      notify: notifyReply,
      asccount: countReply,
      check: (_, parameter) => checkReply(parameter, closedCommands),
    },
    write: poolWrites,
    isWritable: (view) => view.settings.custom.apiAllow === 'W',
    closed: closedCommands,
    joins: true,
    silentOnUnknown: true,
  })
}

/** A machine with the published cgminer on it and nothing else. */
export const cgminer: Dialect = (unit) => [
  { role: 'rpc', standardPort: 4028, protocol: 'line', answer: createCgminerRpc(unit) },
]
