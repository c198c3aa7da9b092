import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { createCgminerDriver } from '../cgminer/cgminer-driver.ts'
import { replyTo, type Section } from '../cgminer/parse-reply.ts'
import { readOnlyControl } from '../control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { recognise } from '../markers.ts'
import { sealminerIdentity, sealminerStats, withSealminerStats } from './sealminer-reading.ts'

/** SealMiners: the usual commands, and the machine's own figures in `stats`. Reads only. */
export function createSealminerDriver(): Driver {
  const base = createCgminerDriver()
  return {
    name: 'sealminer',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || evidence.cgminer.starting) return null
      const { make, firmware } = recognise(evidence)
      if (make !== 'SealMiner' || firmware !== null) return null
      const at = { host: address.host, port: evidence.cgminer.port }
      const row = (await readStats(at, budgetFrom(context))).rows[0]
      return row === undefined ? null : sealminerIdentity(at, row)
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const outcome = await base.poll(address, known, context)
      if (!outcome.ok) return outcome
      const stats = await readStats(address, budget)
      const answered = stats.rows[0] === undefined ? null : sealminerIdentity(address, stats.rows[0])
      const isAnother =
        answered !== null && answered.macAddress !== null && answered.macAddress !== known.macAddress
      const identity = isAnother ? answered : { ...outcome.identity, driver: known.driver }
      return { ok: true, identity, reading: withSealminerStats(outcome.reading, stats) }
    },

    ...readOnlyControl,
  }
}

async function readStats(address: DeviceAddress, budget: Budget): Promise<Section> {
  const outcome = await readCommand(address, 'stats', budget)
  return sealminerStats(outcome.ok ? replyTo(outcome.parsed, 'stats') : null)
}
