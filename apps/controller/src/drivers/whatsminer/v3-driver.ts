import { type Budget, budgetFrom } from '../budget.ts'
import type { DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { askV3, type V3Outcome } from './v3-client.ts'
import { createV3Control } from './v3-control.ts'
import { v3Identity, v3Reading } from './v3-reading.ts'
import type { V3Reply } from './v3-reply.ts'

const INFO = { cmd: 'get.device.info' }
const REQUESTS = [
  INFO,
  { cmd: 'get.miner.status', param: 'summary' },
  { cmd: 'get.miner.status', param: 'pools' },
  { cmd: 'get.miner.status', param: 'edevs' },
]

/** Whatsminers that speak the third API, on a port of its own. It is preferred where it answers. */
export function createWhatsminerV3Driver(): Driver {
  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'whatsminer-v3',

    async identify(address, evidence) {
      const found = evidence.whatsminer
      return found == null ? null : v3Identity({ ...address, port: found.port }, found.info)
    },

    async poll(address, known, context) {
      const outcome = await readAll(address, budgetFrom(context))
      const [info, summary, pools, edevs] = outcome.replies
      if (info === undefined) return { ok: false, reason: outcome.ok ? 'garbled' : outcome.reason }
      const reading = v3Reading({ info, summary, pools, edevs })
      if (reading === null) return { ok: false, reason: 'garbled' }
      const answered = v3Identity(address, info)
      const isIdentified = answered.macAddress !== null && !info.partial
      const identity = isIdentified ? answered : { ...known, ipAddress: address.host, port: address.port }
      return { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createV3Control(reader.poll) }
}

/** A truncated answer is requested once more before what there is of it is used. */
async function readAll(address: DeviceAddress, budget: Budget): Promise<V3Outcome> {
  const first = await askV3(address, REQUESTS, budget)
  const isCut = first.replies.some((reply) => reply.partial)
  const isEarly = !first.ok && (first.reason === 'closed' || first.reason === 'garbled')
  if ((!isCut && !isEarly) || budget.remainingMs() === 0) return first
  const second = await askV3(address, REQUESTS, budget)
  return second.replies.length >= first.replies.length ? second : first
}

/** What a port says of itself in the third API; null when it does not speak it. */
export async function gatherV3Info(
  endpoint: { host: string; port: number },
  budget: Budget,
): Promise<V3Reply | null> {
  const outcome = await askV3(endpoint, [INFO], budget)
  const reply = outcome.replies[0]
  return reply === undefined || reply.partial || reply.code !== 0 ? null : reply
}
