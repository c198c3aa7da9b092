import { type Budget, budgetFrom } from '../budget.ts'
import { fieldOf, isRow, textOf } from '../cgminer/values.ts'
import type { DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../driver.ts'
import { callJson, wholeRow } from '../http/json-call.ts'
import { recognise } from '../judge/markers.ts'
import { webEndpoint } from '../web-endpoint.ts'
import { createVnishControl } from './vnish-control.ts'
import { vnishIdentity, vnishReading } from './vnish-reading.ts'

/** Antminers with VNish. Its REST interface is open for reading and reports more than its cgminer API. */
export function createVnishDriver(): Driver {
  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'vnish',

    async identify(address, evidence, context) {
      // Some releases refuse `version` of the API, so the page counts as much as the API.
      if (recognise(evidence).firmware !== 'VNish') return null
      const info = await readInfo(address, budgetFrom(context))
      return info === null ? null : vnishIdentity(address, info)
    },

    async poll(address, known, context): Promise<PollOutcome> {
      const budget = budgetFrom(context)
      const outcome = await callJson(webEndpoint(address), '/api/v1/summary', budget)
      if (!outcome.ok) return { ok: false, reason: outcome.reason }
      if (outcome.status !== 200 || !isRow(outcome.value)) return { ok: false, reason: 'garbled' }
      const info = await readInfo(address, budget)
      const unit = textOf(fieldOf(info, 'hr_measure'))
      const reading = vnishReading(outcome.value, unit, outcome.partial)
      if (reading === null) return { ok: false, reason: 'garbled' }
      const answered = info === null ? null : vnishIdentity(address, info)
      const isIdentified = answered?.macAddress != null
      const identity = isIdentified ? answered : { ...known, ipAddress: address.host, port: address.port }
      return { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createVnishControl(reader.poll) }
}

async function readInfo(address: DeviceAddress, budget: Budget) {
  return wholeRow(await callJson(webEndpoint(address), '/api/v1/info', budget))
}
