import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { readSystemInfo, readWebFaults, readWorkMode } from '../antminer/antminer-web.ts'
import { type Budget, budgetFrom } from '../budget.ts'
import type { Row } from '../cgminer/values.ts'
import { readOnlyControl } from '../device-control.ts'
import { createDeviceMemory } from '../device-memory.ts'
import type { DeviceAddress, Driver, FailureReason } from '../driver.ts'
import { realmOf } from '../http/digest-auth.ts'
import { type DigestOptions, digestRequest } from '../http/digest-request.ts'
import { jsonBody } from '../http/json-body.ts'
import { createStockLogin, type StockLoginOptions } from '../http/stock-login.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { elphapexIdentity, elphapexReading, scryptRate, serialIn } from './elphapex-reading.ts'

const REALM = /daoge/i
/** Polls after which a page for power that was not there is tried again: firmware may have been updated. */
const POWER_RETRY_POLLS = 60

/** One page of the machine. `locked`: it is an Elphapex, and its login is another. */
type Page =
  | { kind: 'row'; row: Row }
  | { kind: 'locked' | 'missing' }
  | { kind: 'failed'; reason: FailureReason }

/** Elphapex machines (scrypt), by their web pages, which all ask for the login. Reads only. */
export function createElphapexDriver(options: StockLoginOptions = {}): Driver {
  const loginFor = createStockLogin(REALM, options)
  const faults = createSlowLook()
  const memory = createDeviceMemory<{ skipPower: number }>(() => ({ skipPower: 0 }))

  async function readPower(
    address: DeviceAddress,
    key: string,
    login: DigestOptions,
    budget: Budget,
  ): Promise<Row | null> {
    const learned = memory.of(key)
    if (learned.skipPower > 0) {
      learned.skipPower -= 1
      return null
    }
    const page = await readPage(address, 'get_power', login, budget)
    if (page.kind === 'missing') learned.skipPower = POWER_RETRY_POLLS
    return rowOf(page)
  }

  return {
    name: 'elphapex',

    async identify(address, evidence, context) {
      if (evidence.http === null || recognise(evidence).make !== 'Elphapex') return null
      const budget = budgetFrom(context)
      const at = { ...address, port: evidence.http.port }
      const stats = await readPage(at, 'stats', loginFor(null), budget)
      if (stats.kind === 'locked') return elphapexIdentity(at, null, null)
      if (stats.kind !== 'row') return null
      return await whoAnswers(at, stats.row, loginFor(null), budget)
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const login = loginFor(known.key)
      const expected = { ...known, ipAddress: address.host, port: address.port }
      const page = await readPage(address, 'stats', login, budget)
      if (page.kind === 'failed') return { ok: false, reason: page.reason }
      if (page.kind === 'locked' && known.macAddress === null) {
        // One that never reported its name may still be the same; one that did would have to report it again.
        return { ok: true, identity: expected, reading: emptyReading(null) }
      }
      if (page.kind !== 'row') return { ok: false, reason: 'garbled' }
      const { row: stats } = page
      const serial = serialIn(stats)
      const isExpected = known.macAddress !== null && serial !== null && serial === known.serial
      const identity = isExpected ? expected : await whoAnswers(address, stats, login, budget)
      if (identity === null) return { ok: false, reason: 'garbled' }
      const reading = elphapexReading({
        stats,
        pools: rowOf(await readPage(address, 'pools', login, budget)),
        power: await readPower(address, identity.key, login, budget),
        workMode: scryptRate(stats) === 0 ? await readWorkMode(address, budget, login) : null,
      })
      if (reading === null) return { ok: false, reason: 'garbled' }
      // At rest its page calls the missing rate a fault.
      if (reading.state === 'sleeping') return { ok: true, identity, reading }
      const look = () => readWebFaults(address, budget, login)
      return { ok: true, identity, reading: await faults.add(identity.key, reading, look) }
    },

    ...readOnlyControl,
  }
}

/** Null when it does not tell: without its MAC the machine would get another name. */
async function whoAnswers(
  address: DeviceAddress,
  stats: Row,
  login: DigestOptions,
  budget: Budget,
): Promise<DeviceIdentity | null> {
  const system =
    (await readSystemInfo(address, budget, login)) ?? (await readSystemInfo(address, budget, login))
  return system === null ? null : elphapexIdentity(address, system, serialIn(stats))
}

async function readPage(
  address: DeviceAddress,
  name: string,
  login: DigestOptions,
  budget: Budget,
): Promise<Page> {
  const outcome = await digestRequest(address, `/cgi-bin/${name}.cgi`, budget, login)
  if (!outcome.ok) return { kind: 'failed', reason: outcome.reason }
  const { answer } = outcome
  if (answer.status === 401) {
    const isOwn = REALM.test(realmOf(answer.headers['www-authenticate']) ?? '')
    return isOwn ? { kind: 'locked' } : { kind: 'failed', reason: 'garbled' }
  }
  if (answer.status !== 200) return { kind: 'missing' }
  const body = jsonBody(answer)
  return body === null || body.partial
    ? { kind: 'failed', reason: 'garbled' }
    : { kind: 'row', row: body.row }
}

const rowOf = (page: Page): Row | null => (page.kind === 'row' ? page.row : null)
