import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import type { Unit } from '../../device/unit.ts'
import { FIRMWARE } from './reading.ts'
import { devsReply, poolsReply, statsReply, summaryReply, versionReply } from './rpc-answers.ts'
import { webPools, webStats, webSummary } from './web-answers.ts'

/** Commands that the program has and that are not in the group which the firmware opens to the network. */
const closedCommands = new Set([
  ...[
    'config',
    'devdetails',
    'edevs',
    'estats',
    'notify',
    'coin',
    'lcd',
    'check',
    'debug',
    'asc',
    'asccount',
  ],
  ...['switchpool', 'addpool', 'enablepool', 'disablepool', 'removepool', 'poolpriority', 'poolquota'],
  ...['failover-only', 'save', 'quit', 'restart', 'privileged', 'setconfig', 'zero', 'hotplug', 'lockstats'],
  ...['ascenable', 'ascdisable', 'ascidentify', 'ascset', 'usbstats', 'reload', 'warning'],
])

/** The mining program of stock Antminers on its TCP port. Joined commands (`summary+pools`) are unknown to it. */
export function createAntminerRpc(unit: Unit): (request: Buffer) => Buffer {
  return createCgminerResponder(unit, {
    description: FIRMWARE.description,
    read: {
      version: versionReply,
      summary: summaryReply,
      pools: poolsReply,
      devs: devsReply,
      stats: statsReply,
    },
    closed: closedCommands,
    joins: false,
    silentOnUnknown: false,
    documents: { summary: webSummary, stats: webStats, pools: webPools },
  })
}
