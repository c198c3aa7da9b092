import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { budgetFrom, partOf } from '../budget.ts'
import { createCgminerDriver } from '../cgminer/cgminer-driver.ts'
import { identityFromEvidence } from '../cgminer/cgminer-identity.ts'
import type { DeviceCredentials } from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { recognise } from '../judge/markers.ts'
import { auradineIdentity, withAuradineDocuments } from './auradine-reading.ts'
import { createAuradineReads, tryAuradineLogin } from './auradine-session.ts'

/** Time the web interface may take during a poll. */
const WEB_MS = 3_000

export type AuradineOptions = { loginOf?: (deviceKey: string) => DeviceCredentials | null }

/**
 * Auradine machines (Teraflux): rate, boards and pools by the cgminer API; power, chips, fans, rest and name by the web interface behind
 * its login. Acts as any cgminer.
 */
export function createAuradineDriver(options: AuradineOptions = {}): Driver {
  const loginOf = options.loginOf ?? (() => null)
  const reads = createAuradineReads()
  const generic = createCgminerDriver()
  return {
    ...generic,
    name: 'auradine',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || evidence.cgminer.starting) return null
      const recognition = recognise(evidence)
      if (recognition.make !== 'Auradine' || recognition.firmware !== null) return null
      const at = { ...address, port: evidence.cgminer.port }
      const read = reads(at, null, budgetFrom(context))
      return auradineIdentity(
        at,
        await read('ipreport'),
        identityFromEvidence(at, evidence.cgminer, recognition, null),
      )
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const outcome = await generic.poll(address, known, context)
      if (!outcome.ok) return outcome
      const read = reads(address, loginOf(known.key), partOf(budget, WEB_MS))
      const ipReport = await read('ipreport')
      const answered = ipReport === null ? null : auradineIdentity(address, ipReport, known)
      const identity = answered !== null && isAnother(answered, known) ? answered : outcome.identity
      if (outcome.reading.state === 'starting') return { ok: true, identity, reading: outcome.reading }
      const reading = withAuradineDocuments(outcome.reading, {
        psu: await read('psu'),
        temperature: await read('temperature'),
        fan: await read('fan'),
        mode: await read('mode'),
      })
      return { ok: true, identity, reading }
    },

    tryLogin: tryAuradineLogin,
  }
}

/** By its MAC; by its serial only where no MAC was ever reported, so that one answer without it makes no other device. */
function isAnother(answered: DeviceIdentity, known: DeviceIdentity): boolean {
  if (answered.macAddress !== null) return answered.macAddress !== known.macAddress
  return known.macAddress === null && answered.serial !== null && answered.serial !== known.serial
}
