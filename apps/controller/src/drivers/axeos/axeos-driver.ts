import { budgetFrom } from '../budget.ts'
import { fieldOf, type Row } from '../cgminer/values.ts'
import type { Driver, PollOutcome } from '../driver.ts'
import { recognise } from '../judge/markers.ts'
import { createAxeosControl } from './axeos-control.ts'
import { identityFromInfo, readInfo } from './axeos-info.ts'
import { readingFromInfo } from './axeos-reading.ts'

/** Makers whose web pages are not worth probing for AxeOS. */
const OTHER_MAKES = new Set([
  'Antminer',
  'Whatsminer',
  'Avalon',
  'ePIC',
  'Proto',
  'Goldshell',
  'Auradine',
  'Hammer',
  'Elphapex',
])

/** Boards of the Bitaxe and NerdQAxe families, which report everything in one HTTP answer. */
export function createAxeosDriver(): Driver {
  return {
    name: 'axeos',

    async identify(address, evidence, context) {
      if (evidence.http === null || evidence.cgminer !== null) return null
      if (evidence.http.status === 401 || OTHER_MAKES.has(recognise(evidence).make ?? '')) return null
      const at = { ...address, port: evidence.http.port }
      const outcome = await readInfo(at, budgetFrom(context))
      return outcome.ok && isAxeos(outcome.info) ? identityFromInfo(at, outcome.info) : null
    },

    async poll(address, known, context): Promise<PollOutcome> {
      const outcome = await readInfo(address, budgetFrom(context))
      if (!outcome.ok) return outcome
      const reading = readingFromInfo(outcome.info, outcome.partial)
      if (reading === null) return { ok: false, reason: 'garbled' }
      const answered = identityFromInfo(address, outcome.info)
      const isIdentified = answered.macAddress !== null && !outcome.partial
      const identity = isIdentified ? answered : { ...known, ipAddress: address.host, port: address.port }
      return { ok: true, identity, reading }
    },

    ...createAxeosControl(),
  }
}

function isAxeos(info: Row): boolean {
  const named = fieldOf(info, 'ASICModel', 'deviceModel') !== undefined
  return named && fieldOf(info, 'hashRate') !== undefined
}
