import type { CommandOrder, CommandReport } from '@shipminer/contract/control'
import { loginContext, loginName } from '@shipminer/contract/control/device-logins'
import type { CommandJournal, JournalRecord } from '../../commands/command-journal.ts'
import type { CredentialStore, WaitingLogin } from '../../commands/credential-store.ts'
import type { CommandReason, CommandResult } from '../../commands/device-command.ts'
import type { LoginSealing } from '../../commands/login-sealing.ts'
import type { DeviceCredentials, LoginAnswer } from '../../drivers/device-control.ts'
import type { Driver } from '../../drivers/driver.ts'
import { type Clock, pause } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { DeviceEntry, DeviceTable } from '../../poll/device-table.ts'

const TIMEOUT_MS = 10_000
/** Between two looks at whether a device that was away is back. */
const LOOK_MS = 2_000
/** After a try that found nobody. */
const RETRY_MS = 60_000
/** Of a make so many are tried: enough to know, and no fleet locks itself for a wrong password. */
const MOST_TRIED = 8
/** The journal's word for a login that is not of one device. */
const OF_MAKE = 'make'

export type LoginOrders = {
  /** An order about a login, checked to be the server's. Each id once; sent again, its result is reported again. */
  take(order: CommandOrder): Promise<void>
  stop(): Promise<void>
}

type Verdict = {
  result: CommandResult
  reason: CommandReason | null
  /** Null: it waits on. */
  isKept: boolean | null
}

/**
 * Logins that come sealed from the dashboard: opened here alone, tried on their devices, and kept once they work. While a device is
 * away its login waits, and the one of before counts.
 */
export function createLoginOrders(options: {
  controllerId: string
  sealing: Pick<LoginSealing, 'open'>
  store: CredentialStore
  journal: CommandJournal
  table: Pick<DeviceTable, 'get' | 'entries'>
  driverByName: (name: string) => Driver | null
  clock: Clock
  serverNow: () => number
  onReport: (report: CommandReport) => void
  /** What is kept has changed, for these devices. */
  onChanged: (deviceKeys: readonly string[]) => void
  log: Logger
}): LoginOrders {
  const { store, journal, table, clock, log } = options
  const stopping = new AbortController()
  const retryAt = new Map<string, number>()
  /** One after the other, so that of two logins of one device the later one stays. */
  let queue: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => {
      log.error({ error: errorText(error) }, 'an order about a login failed')
    })
    return queue
  }

  async function note(
    commandId: string,
    deviceKey: string | null,
    kind: string,
    end: { result: CommandResult; reason: CommandReason | null } | null,
  ): Promise<void> {
    const record: JournalRecord = {
      commandId,
      deviceKey: deviceKey ?? OF_MAKE,
      at: clock.now(),
      state: end === null ? 'running' : 'finished',
      kind,
      result: end?.result ?? null,
      reason: end?.reason ?? null,
      restorable: false,
      sealed: null,
    }
    await journal.write(record)
    report(record)
  }

  function report({ commandId, deviceKey, at, state, result, reason }: JournalRecord): void {
    options.onReport({
      commandId,
      deviceKey: deviceKey === OF_MAKE ? null : deviceKey,
      at,
      state: state === 'finished' ? (result as CommandResult) : 'running',
      reason,
      restorable: false,
    })
  }

  /** Devices that a login is for; of a make those without one of their own. */
  function devicesOf(name: string): DeviceEntry[] {
    const own = table.get(name)
    if (own !== undefined) return own.displaced ? [] : [own]
    return table
      .entries()
      .filter(
        ({ identity, displaced }) =>
          !displaced &&
          identity.make !== null &&
          loginName({ deviceKey: null, make: identity.make }) === name &&
          store.get(identity.key) === null,
      )
  }

  async function tryOn(entry: DeviceEntry, login: DeviceCredentials): Promise<LoginAnswer | 'none-needed'> {
    const { address, identity } = entry
    const driver = options.driverByName(identity.driver)
    if (driver === null) return 'unreachable'
    if (driver.tryLogin === undefined) return 'none-needed'
    const context = { timeoutMs: TIMEOUT_MS, now: clock.now, signal: stopping.signal }
    const polled = await driver.poll(address, identity, context)
    // What cannot be read may be what needs the login; another device must not be sent it.
    if (polled.ok ? polled.identity.key !== identity.key : !mayBeLocked(polled.reason)) return 'unreachable'
    return driver.tryLogin({ address, identity }, login, context)
  }

  async function attempt(waiting: WaitingLogin, devices: readonly DeviceEntry[]): Promise<Verdict> {
    const answers: (LoginAnswer | 'none-needed')[] = []
    for (const entry of devices.slice(0, MOST_TRIED)) {
      if (stopping.signal.aborted) break
      answers.push(await tryOn(entry, waiting.login))
    }
    const verdict = judge(answers)
    if (verdict.isKept === null) retryAt.set(waiting.name, clock.monotonic() + RETRY_MS)
    else await store.settle(waiting, verdict.isKept)
    options.onChanged(devices.map(({ identity }) => identity.key))
    return verdict
  }

  async function set(order: CommandOrder, name: string, sealed: string): Promise<void> {
    const { id, deviceKey, action, expiresAt, issuedAt } = order
    const context = loginContext({ controllerId: options.controllerId, name, commandId: id, expiresAt })
    const login = options.sealing.open(sealed, context)
    if (login === null) return note(id, deviceKey, action, { result: 'refused', reason: 'not-sealed-for-us' })
    await note(id, deviceKey, action, null)
    const waiting: WaitingLogin = { name, login, at: issuedAt, commandId: id }
    await store.wait(waiting)
    const devices = deviceKey === null ? devicesOf(name).filter(isThere) : devicesOf(name)
    await note(id, deviceKey, action, await attempt(waiting, devices))
  }

  async function remove({ id, deviceKey, action }: CommandOrder, name: string): Promise<void> {
    await store.remove(name)
    options.onChanged(devicesOf(name).map(({ identity }) => identity.key))
    await note(id, deviceKey, action, { result: 'confirmed', reason: null })
  }

  async function carryOut(order: CommandOrder): Promise<void> {
    const { id, deviceKey, action, parameters } = order
    const known = journal.find(id, deviceKey ?? OF_MAKE)
    if (known !== null) return report(known)
    if (options.serverNow() >= order.expiresAt)
      return note(id, deviceKey, action, { result: 'expired', reason: null })
    const { make = null, sealed = null } = parameters.login ?? {}
    const isMeant = (deviceKey === null) !== (make === null) && (sealed !== null) === (action === 'set-login')
    if (!isMeant) return note(id, deviceKey, action, { result: 'refused', reason: 'incomplete-order' })
    const name = loginName({ deviceKey, make })
    return sealed === null ? remove(order, name) : set(order, name, sealed)
  }

  /** Logins whose device was away, once it is back. */
  async function lookForWaiting(): Promise<void> {
    for (const waiting of store.waiting()) {
      if ((retryAt.get(waiting.name) ?? 0) > clock.monotonic()) continue
      const devices = devicesOf(waiting.name).filter(isThere)
      if (devices.length === 0) continue
      const verdict = await attempt(waiting, devices)
      if (verdict.isKept === null) continue
      const deviceKey = waiting.name.startsWith('make:') ? null : waiting.name
      await note(waiting.commandId, deviceKey, 'set-login', verdict)
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(LOOK_MS, stopping.signal)
      if (!stopping.signal.aborted && store.waiting().length > 0) await inTurn(lookForWaiting)
    }
  }
  const looping = loop()

  async function carryOutOrSay(order: CommandOrder): Promise<void> {
    try {
      await carryOut(order)
    } catch (error) {
      log.error({ error: errorText(error) }, 'an order about a login failed')
      const { id: commandId, deviceKey } = order
      const failed = { state: 'refused', reason: 'internal' satisfies CommandReason } as const
      options.onReport({ commandId, deviceKey, at: clock.now(), restorable: false, ...failed })
    }
  }

  return {
    take: (order) => inTurn(() => carryOutOrSay(order)),
    async stop() {
      stopping.abort()
      await Promise.all([looping, queue])
    },
  }
}

/** Polled since the start, and answering in whatever way. */
function isThere({ lastReport, unreachable }: DeviceEntry): boolean {
  return unreachable === null ? lastReport !== null : mayBeLocked(unreachable)
}

const mayBeLocked = (reason: string): boolean => reason === 'garbled' || reason === 'closed'

/** What the answers of the devices make of a login. */
function judge(answers: readonly (LoginAnswer | 'none-needed')[]): Verdict {
  const has = (answer: LoginAnswer | 'none-needed') => answers.includes(answer)
  if (has('works'))
    return { result: 'confirmed', reason: has('refused') ? 'login-partly' : null, isKept: true }
  if (has('refused')) return { result: 'refused', reason: 'login-refused', isKept: false }
  if (has('unclear')) return { result: 'unconfirmed', reason: 'login-untold', isKept: true }
  if (has('none-needed') && !has('unreachable'))
    return { result: 'unsupported', reason: 'no-login', isKept: false }
  return { result: 'unconfirmed', reason: 'login-kept', isKept: null }
}
