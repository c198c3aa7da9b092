import { type Budget, budgetFrom } from '../budget.ts'
import type { Row } from '../cgminer/values.ts'
import { readOnlyControl } from '../device-control.ts'
import type { DeviceAddress, Driver, FailureReason } from '../driver.ts'
import { httpGet } from '../http/http-client.ts'
import { jsonBody } from '../http/json-body.ts'
import { recognise } from '../judge/markers.ts'
import { WEB_PORT } from '../side-ports.ts'
import { epicIdentity, epicReading, isEpicSummary } from './epic-reading.ts'

/** Where its API is while its pages are on the usual port: the port of the cgminer API, but in HTTP. */
const API_PORT = 4028

type Fetched = { ok: true; row: Row; partial: boolean } | { ok: false; reason: FailureReason }

/** ePIC's firmware, by its HTTP API. Reads only. */
export function createEpicDriver(): Driver {
  return {
    name: 'epic',

    async identify(address, { cgminer, http }, context) {
      if (http === null || cgminer !== null) return null
      const isNamed = recognise({ cgminer, http }).make === 'ePIC'
      if (!isNamed && http.port !== API_PORT) return null
      const budget = budgetFrom(context)
      const port = http.port === WEB_PORT ? API_PORT : http.port
      const at = { ...address, port }
      const summary = await fetchRow(at, '/summary', budget)
      if (!summary.ok || !isEpicSummary(summary.row)) return null
      return epicIdentity(
        at,
        summary.row,
        await rowOf(at, '/network', budget),
        await rowOf(at, '/capabilities', budget),
      )
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const summary = await fetchRow(address, '/summary', budget)
      if (!summary.ok) return summary
      const reading = epicReading(summary.row, summary.partial)
      if (reading === null || !isEpicSummary(summary.row)) return { ok: false, reason: 'garbled' }
      const expected = { ...known, ipAddress: address.host, port: address.port }
      const answered = epicIdentity(address, summary.row, await rowOf(address, '/network', budget), null)
      const isAnother = answered.macAddress !== null && answered.macAddress !== known.macAddress
      return { ok: true, identity: isAnother ? answered : expected, reading }
    },

    ...readOnlyControl,
  }
}

async function fetchRow(address: DeviceAddress, path: string, budget: Budget): Promise<Fetched> {
  const outcome = await httpGet(address, path, budget)
  if (!outcome.ok) return outcome
  const body = outcome.answer.status === 200 ? jsonBody(outcome.answer) : null
  return body === null ? { ok: false, reason: 'garbled' } : { ok: true, ...body }
}

async function rowOf(address: DeviceAddress, path: string, budget: Budget): Promise<Row | null> {
  const fetched = await fetchRow(address, path, budget)
  return fetched.ok && !fetched.partial ? fetched.row : null
}
