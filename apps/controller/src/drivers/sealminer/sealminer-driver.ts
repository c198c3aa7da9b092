import { budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { replyTo } from '../cgminer/parse-reply.ts'
import { readFigures } from '../cgminer/read-singly.ts'
import { readOnlyControl } from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading } from '../reading.ts'
import { sealminerIdentity, sealminerReading, sealminerStats } from './sealminer-reading.ts'

/** SealMiners: the usual commands, and the machine's own figures in `stats`. Reads only. */
export function createSealminerDriver(): Driver {
  return {
    name: 'sealminer',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || evidence.cgminer.starting) return null
      const { make, firmware } = recognise(evidence)
      if (make !== 'SealMiner' || firmware !== null) return null
      const at = { host: address.host, port: evidence.cgminer.port }
      const stats = await readCommand(at, 'stats', budgetFrom(context))
      const row = sealminerStats(stats.ok ? replyTo(stats.parsed, 'stats') : null).rows[0]
      return row === undefined ? null : sealminerIdentity(at, row)
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const expected = { ...known, ipAddress: address.host, port: address.port }
      const read = await readFigures(address, budget)
      if (read.kind === 'failed') return { ok: false, reason: read.reason }
      if (read.kind === 'starting') return { ok: true, identity: expected, reading: emptyReading('starting') }
      const reading = sealminerReading(read.replies)
      if (reading === null) return { ok: false, reason: 'garbled' }
      const row = sealminerStats(read.replies.stats).rows[0]
      const answered = row === undefined ? null : sealminerIdentity(address, row)
      const isAnother =
        answered !== null && answered.macAddress !== null && answered.macAddress !== known.macAddress
      return { ok: true, identity: isAnother ? answered : expected, reading }
    },

    ...readOnlyControl,
  }
}
