import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { boxMarkOf } from '@shipminer/contract/control/device-logins'
import type { Stranger } from '@shipminer/contract/control/strangers'
import { answerAsk } from './acting/answer-ask.ts'
import { startCapabilityWatch } from './acting/devices/capability-watch.ts'
import { openDeviceBook } from './acting/devices/device-book.ts'
import { seenBoardsIn } from './acting/devices/seen-boards.ts'
import { openLogins } from './acting/logins/open-logins.ts'
import { openActing } from './acting/open-acting.ts'
import { openPower } from './acting/open-power.ts'
import { openRuleStore } from './acting/rules/rule-store.ts'
import { startRules } from './acting/rules/start-rules.ts'
import { createRunnerActor } from './acting/runner-actor.ts'
import { startStopGuard } from './acting/stop-guard.ts'
import { openLoginSealing } from './commands/login-sealing.ts'
import type { ControllerConfig } from './config.ts'
import { describeRange } from './discovery/address-range.ts'
import { scan } from './discovery/scan.ts'
import { createStrangerBook } from './discovery/stranger-book.ts'
import { watchStrangers } from './discovery/watch-strangers.ts'
import { createDrivers, driverByName } from './drivers/registry.ts'
import { openFirmwareUpdates } from './firmware/firmware-updates.ts'
import { enrolUntilDone, isEnrolled, markEnrolled } from './identity/enrolment.ts'
import { loadOrCreateKey } from './identity/key-pair.ts'
import { neighbourAddresses, ownNetworks } from './own-networks.ts'
import type { Clock } from './platform/clock.ts'
import { createClockStepDetector } from './platform/clock-step.ts'
import { lockDirectory } from './platform/directory-lock.ts'
import { keepLogTail } from './platform/log-tail.ts'
import { errorText, type Logger } from './platform/logger.ts'
import { readCardOf } from './platform/neighbours.ts'
import { narrowFolder } from './platform/private-folder.ts'
import { createSteadyClock } from './platform/steady-clock.ts'
import { createCollector } from './poll/collector.ts'
import type { CounterTotals } from './poll/counters.ts'
import { loadDevices, saveDevices } from './poll/device-store.ts'
import { createDeviceTable } from './poll/device-table.ts'
import { createPoller } from './poll/poller.ts'
import { startSearchLoop } from './search-loop.ts'
import { openSpool } from './spool/spool.ts'
import { boardAnswer } from './status-page/board-answer.ts'
import { type ControllerStatus, deviceStatus, totalsOf } from './status-page/status.ts'
import { type StatusServer, startStatusServer } from './status-page/status-server.ts'
import type { SelfTested } from './update/self-test.ts'
import { createUpdater } from './update/updater.ts'
import { createUplink, type ShoreMessage, type Uplink } from './uplink/uplink.ts'

const COLLECT_WINDOW_MS = 200
const CLOCK_CHECK_MS = 1_000
const DEVICES_SAVE_MS = 5_000

export type RunningController = {
  /** null when the page could not be served: the controller works without it. */
  statusPort: number | null
  status(): ControllerStatus
  /** Ends polling, writes everything to disk, lets go of the line and the files. */
  stop(): Promise<void>
}

/**
 * Puts the controller together. What the ship needs starts first and never waits for the shore.
 * Throws when the data folder cannot be used, another controller uses it, or its key is damaged.
 */
export async function startController(options: {
  config: ControllerConfig
  version: string
  clock: Clock
  random: () => number
  fetchFn: typeof fetch
  /** What replacing this version takes of the process. */
  update: {
    isLaunched: boolean
    selfTest: (entry: string) => Promise<SelfTested>
    /** Another version is to be started: stop, and end. */
    onSwitched: () => void
  }
  log: Logger
}): Promise<RunningController> {
  const { config, version, random } = options
  const board = options.clock
  const clock = createSteadyClock(board)
  const logTail = keepLogTail(options.log, clock.now)
  const { log } = logTail
  const startedAt = clock.now()
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(config.dataDir)
  if (unlock === null) throw new Error(`Another controller is running on ${config.dataDir}.`)

  const { narrowed, left } = await narrowFolder(config.dataDir)
  if (narrowed > 0) log.warn({ files: narrowed }, 'files in DATA_DIR could be opened by others; that is over')
  if (left.length > 0)
    log.warn({ files: left }, 'others can open these files, and this user may not change that')

  const key = await loadOrCreateKey(join(config.dataDir, 'controller.key'))
  const keyMark = boxMarkOf(createHash('sha256').update(Buffer.from(key.publicKey, 'base64')).digest())
  const sealing = await openLoginSealing(join(config.dataDir, 'logins.key'), key, config.controllerId)
  const collector = createCollector({
    append: (draft) => spool.append(draft),
    windowMs: COLLECT_WINDOW_MS,
    log,
  })
  const spool = await openSpool<CounterTotals>({
    directory: join(config.dataDir, 'spool'),
    maxBytes: config.spoolMaxBytes,
    now: clock.now,
    wallAheadMs: clock.wallAheadMs,
    log,
    // A spool that lost its folder must not use old numbers again: seconds since 1970 are ahead of any old ones.
    firstSeq: Math.max(1, Math.floor(startedAt / 1_000)),
    onEvent: (event) => collector.addEvent({ at: clock.now(), deviceKey: null, ...event }),
  })
  collector.addEvent({ at: startedAt, kind: 'controller-started', deviceKey: null, count: null })

  const devicesPath = join(config.dataDir, 'devices.json')
  const table = createDeviceTable(await loadDevices(devicesPath, log))
  const logins = await openLogins(config, log)
  const book = await openDeviceBook(join(config.dataDir, 'device-book.json'), board, log)
  const drivers = createDrivers({
    cardOf: readCardOf,
    antminer: { boards: seenBoardsIn(book, board) },
    loginOf: (deviceKey) => logins.of(deviceKey, table.get(deviceKey)?.identity ?? null),
  })
  const byName = (name: string) => driverByName(name, drivers)
  let clockOffsetMs: number | null = null
  /** The time of day as it is on shore; until shore sent it, as the board has it. */
  const timeOfDay = () => (clockOffsetMs === null ? board.now() : clock.now() + clockOffsetMs)
  let savingDevices: NodeJS.Timeout | null = null
  const poller = createPoller({
    intervalMs: config.pollIntervalMs,
    concurrency: config.pollConcurrency,
    timeoutMs: config.deviceTimeoutMs,
    clock,
    clockOffsetMs: () => clockOffsetMs ?? 0,
    driverByName: byName,
    table,
    totals: new Map(spool.carry),
    collector,
    onDevicesChanged: () => {
      savingDevices ??= setTimeout(() => {
        savingDevices = null
        void saveDevices(devicesPath, table.entriesToStore(), log)
      }, DEVICES_SAVE_MS)
    },
    log,
  })
  poller.start()

  const stopping = new AbortController()
  const strangers = createStrangerBook()
  /** A miner that was too busy to say who it is stays the miner that it is. */
  const isKnown = ({ address, ports }: Stranger) =>
    table
      .entries()
      .some(
        ({ identity }) =>
          identity.ipAddress === address &&
          (!address.startsWith('127.') || ports.some(({ port }) => port === identity.port)),
      )
  /** Where meters are searched: not among the miners. */
  const networkHosts = () => {
    const miners = new Set(table.entries().map(({ identity }) => identity.ipAddress))
    return neighbourAddresses(networkInterfaces()).filter((address) => !miners.has(address))
  }
  const isOurs = (address: string) =>
    !address.startsWith('127.') &&
    Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  // What goes on from before a restart may have something to tell before there is a line; a welcome tells all that is known again.
  let openLine: Uplink | null = null
  const tell: Uplink['tell'] = (message) => openLine?.tell(message)
  const tellLogins = () => tell({ type: 'logins', logins: logins.store.list() })
  const tellStrangers = () => tell({ type: 'strangers', strangers: strangers.list() })
  const search = startSearchLoop({
    ranges: () => (config.scanRanges.length > 0 ? config.scanRanges : ownNetworks(networkInterfaces())),
    intervalMs: config.scanIntervalMs,
    clock,
    onFound(device) {
      strangers.forget(device.address.host, device.address.port)
      poller.onFound(device)
    },
    onEnded(isComplete) {
      strangers.endSearch(isComplete)
      if (isComplete) tellStrangers()
    },
    scanFn: (ranges, settings) =>
      scan(ranges, {
        ...settings,
        drivers,
        onStranger(stranger) {
          if (!isOurs(stranger.address) && !isKnown(stranger)) strangers.note(stranger)
        },
      }),
    signal: stopping.signal,
    log,
  })

  watchStrangers({ book: strangers, isKnown, onChange: tellStrangers, signal: stopping.signal })

  const acting = await openActing({
    config,
    logins,
    sealing,
    onLoginsChanged(deviceKeys) {
      abilities.askAgain(deviceKeys)
      tellLogins()
    },
    table,
    driverByName: byName,
    collector,
    clock,
    serverNow: timeOfDay,
    isHeldBack: (deviceKey, command) => power.isHeldBack(deviceKey, command),
    onOrder: (order, deviceKey) => rules.noteOrder(order, deviceKey),
    log,
  })
  const abilities = startCapabilityWatch({
    table,
    driverByName: byName,
    login: acting.login,
    collector,
    clock,
    signal: stopping.signal,
    log,
  })
  /** Miners whose firmware is being changed: hands off. Known before whatever runs next looks at it. */
  const updating = new Set<string>()
  const stopGuard = startStopGuard({
    runner: acting.runner,
    table,
    wishes: acting.wishes,
    capabilitiesOf: abilities.of,
    isUpdating: (deviceKey) => updating.has(deviceKey),
    onEvent: collector.addPowerEvent,
    clock,
    log,
  })
  const rules = startRules({
    store: await openRuleStore(join(config.dataDir, 'rules.json'), board, log),
    runner: {
      act: acting.runner.act,
      // Neither while a miner's own firmware is being changed.
      isBusy: (key) => acting.runner.isBusy(key) || (key !== undefined && updating.has(key)),
    },
    table,
    wishes: acting.wishes,
    capabilitiesOf: abilities.of,
    foundLimitOf: (key) => book.of(key).foundLimit,
    power: () => power.forRules,
    pollIntervalMs: config.pollIntervalMs,
    clock,
    log,
  })
  const actor = createRunnerActor({
    book,
    runner: acting.runner,
    table,
    capabilitiesOf: abilities.of,
    isUpdating: (deviceKey) => updating.has(deviceKey),
    ownWattsOf: rules.ownWattsOf,
    isWanted: (key) => acting.isForFollower(key) && !rules.isHolding(key),
    pollIntervalMs: config.pollIntervalMs,
    clock,
  })
  const power = await openPower({
    config,
    version,
    actor,
    firmwareOf: (key) => table.get(key)?.identity.driver ?? key,
    collector,
    clock,
    random,
    fetchFn: options.fetchFn,
    networkHosts,
    board,
    tell,
    timeOfDay,
    log,
  })

  const firmware = await openFirmwareUpdates({
    updating,
    dataDir: config.dataDir,
    serverUrl: config.serverUrl,
    controllerId: config.controllerId,
    commandKeys: acting.commandKey.keys,
    serverNow: timeOfDay,
    findDevice(deviceKey) {
      const device = acting.find(deviceKey)
      return device && { target: device.target, firmware: device.control.firmware ?? null }
    },
    credentialsOf: acting.loginOf,
    alone: acting.runner.alone,
    isHeldBack: (deviceKey) => power.isHeldBack(deviceKey, { kind: 'reboot' }),
    isStopped: acting.wishes.isStopped,
    putToRest: (deviceKey) => stopGuard.putToRest(deviceKey),
    noteVersion(deviceKey, version) {
      // Not every driver reads it with each poll.
      const entry = table.get(deviceKey)
      if (entry !== undefined) entry.identity = { ...entry.identity, firmware: version }
    },
    tell,
    fetchFn: options.fetchFn,
    clock,
    random,
    log,
  })
  rules.start()
  const tellRules = () => {
    const { version, settings } = rules.status()
    tell({ type: 'rules', version, settings })
  }

  const updater = createUpdater({
    ...options.update,
    dataDir: config.dataDir,
    serverUrl: config.serverUrl,
    version,
    nodeVersion: process.versions.node,
    releaseKey: config.releaseKey,
    reportMs: config.updateReportMs,
    idle: acting.runner.idle,
    rest: power.rest,
    tell,
    fetchFn: options.fetchFn,
    clock,
    random,
    log,
  })

  function fromShore(message: ShoreMessage): void {
    switch (message.type) {
      case 'welcomed':
        updater.onWelcome(message.updates)
        firmware.onWelcome()
        if (message.logins) tellLogins()
        if (search.lastEndedAt() !== null) tellStrangers()
        return
      case 'update':
        updater.onOffer(message)
        return
      case 'update-withdrawn':
        updater.onWithdraw(message.offerId)
        return
      case 'firmware':
        void firmware.onOffer(message)
        return
      case 'firmware-cancel':
        void firmware.onCancel(message.orderId)
        return
      case 'command-key':
        acting.commandKey.pinFirst(message.key)
        power.tellSettings()
        power.tellCheck()
        return
      case 'command-keys':
        acting.commandKey.succeed(message.successions)
        return
      case 'command':
        void acting.receive(message.order, message.signature)
        return
      case 'power-settings':
        void power.setFromShore(message)
        return
      case 'economy':
        void power.setEconomy(message)
        return
      case 'rules':
        void rules.set({ version: message.version, settings: message.settings }).then(tellRules)
        return
      case 'ask':
        if (timeOfDay() <= message.expiresAt) void answer(message)
        return
      case 'diagnose':
        if (timeOfDay() <= message.expiresAt) void describe(message.askId)
    }
  }

  async function describe(askId: string): Promise<void> {
    try {
      const board = await boardAnswer({
        status: status(),
        config,
        ranges: config.scanRanges.map(describeRange),
        lines: logTail.lines(),
        behindMs: timeOfDay() - clock.now(),
      })
      tell({ type: 'diagnosed', askId, board })
    } catch (error) {
      log.error({ error: errorText(error) }, 'how the box is could not be reported to shore')
    }
  }

  async function answer(question: Extract<ShoreMessage, { type: 'ask' }>): Promise<void> {
    try {
      const { test, found } = await answerAsk({
        ...question,
        drivers,
        // Only where the box is set to search itself: the simulated ship.
        mayLookAtLoopback: config.scanRanges.some(({ first }) => first >>> 24 === 127),
        signal: stopping.signal,
      })
      if (found !== null && question.keep) poller.onFound(found)
      tell({ type: 'answer', askId: question.askId, test, deviceKey: found?.identity.key ?? null })
    } catch (error) {
      log.error({ error: errorText(error) }, 'a question from shore was not answered')
    }
  }

  const enrolledPath = join(config.dataDir, 'enrolled.json')
  const mark = { serverUrl: config.serverUrl, controllerId: config.controllerId, publicKey: key.publicKey }
  let knownToServer = new AbortController()
  let enrolment: ControllerStatus['enrolment'] = { state: 'pending', detail: null }

  async function enrol(enrolmentToken: string): Promise<void> {
    knownToServer = new AbortController()
    const done = await enrolUntilDone({
      serverUrl: config.serverUrl,
      request: { controllerId: config.controllerId, enrolmentToken, publicKey: key.publicKey, version },
      fetchFn: options.fetchFn,
      random,
      signal: AbortSignal.any([stopping.signal, knownToServer.signal]),
      onAnswer(answer) {
        if (answer.outcome === 'unreachable') enrolment = { state: 'pending', detail: null }
        if (answer.outcome === 'refused') {
          enrolment = { state: 'refused', detail: answer.code }
          // A used-up token says nothing about the key: the server may know it already.
          uplink.start()
        }
      },
      log,
    })
    if (!done) return
    await noteEnrolled()
    uplink.start()
    uplink.retryNow()
  }

  async function noteEnrolled(): Promise<void> {
    if (enrolment.state === 'enrolled') return
    enrolment = { state: 'enrolled', detail: null }
    // Without the mark the next start enrols again, which the server takes as done.
    await markEnrolled(enrolledPath, mark).catch((error: unknown) => {
      log.warn({ error: errorText(error) }, 'enrolment could not be noted')
    })
  }

  const uplink = createUplink({
    serverUrl: config.serverUrl,
    controllerId: config.controllerId,
    version,
    pollIntervalMs: config.pollIntervalMs,
    key,
    commandKey: acting.commandKey.pinnedKey,
    sealing: sealing.announced,
    spool,
    clock,
    random,
    log,
    onMessage: fromShore,
    onState(state) {
      // A server restored from an older backup may not know the key any more: the token, if it is still set, enrols it again.
      const forgotten =
        state.name === 'refused' && (state.reason === 'unknown-controller' || state.reason === 'bad-proof')
      if (forgotten && config.enrolmentToken !== null && enrolment.state === 'enrolled') {
        enrolment = { state: 'pending', detail: null }
        joining = enrol(config.enrolmentToken)
      }
      if (state.name === 'live') {
        clockOffsetMs = state.clockOffsetMs
        knownToServer.abort()
        void noteEnrolled()
      }
    },
  })
  openLine = uplink

  const clockStep = createClockStepDetector(board)
  const clockCheck = setInterval(() => {
    const stepMs = clockStep()
    if (stepMs === null) return
    log.warn({ stepMs }, 'clock stepped')
    // What is stamped does not step. But a board that slept wakes up with a steady clock that stood still, and only shore can tell.
    uplink.renew('clock stepped')
    collector.addEvent({ at: clock.now(), kind: 'clock-stepped', deviceKey: null, count: stepMs })
  }, CLOCK_CHECK_MS)

  async function joinShore(): Promise<void> {
    const enrolled = await isEnrolled(enrolledPath, mark)
    if (!enrolled && config.enrolmentToken !== null) return enrol(config.enrolmentToken)
    enrolment = { state: enrolled ? 'enrolled' : 'no-token', detail: null }
    if (!enrolled) log.warn({}, 'not enrolled and ENROLMENT_TOKEN is not set')
    uplink.start()
  }
  let joining = joinShore()

  function rulesStatus(): ControllerStatus['rules'] {
    const behindMs = timeOfDay() - clock.now()
    const { settings, log: lines } = rules.status()
    return { settings, log: lines.map((line) => ({ ...line, at: line.at + behindMs })) }
  }

  function status(): ControllerStatus {
    const now = clock.now()
    const age = (at: number | null) => (at === null ? null : Math.max(0, now - at))
    const line = uplink.state()
    const stored = spool.status()
    const doubt = uplink.doubt()
    const states = rules.states()
    const devices = table
      .entries()
      .map((entry) => deviceStatus(entry, states.get(entry.identity.key) ?? null, now, config.pollIntervalMs))
      .sort(
        (a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }) || a.key.localeCompare(b.key),
      )
    return {
      controllerId: config.controllerId,
      mark: keyMark,
      version,
      madeAt: timeOfDay(),
      startedAt: timeOfDay() - (now - startedAt),
      pollIntervalMs: config.pollIntervalMs,
      enrolment,
      uplink: {
        state: line.name,
        sinceAgeMs: line.name === 'disconnected' ? null : age(line.since),
        refusal: line.name === 'refused' ? line.reason : null,
        lastAckAgeMs: age(uplink.lastAckAt()),
        // Of the board's own clock, as the crew knows it.
        clockOffsetMs: line.name === 'live' ? line.clockOffsetMs - clock.wallAheadMs() : null,
      },
      spool: {
        bytes: stored.bytes,
        maxBytes: config.spoolMaxBytes,
        unsentBatches: stored.unsentBatches,
        oldestUnsentAgeMs: age(stored.oldestUnsentAt),
        droppedSamples: stored.droppedSamples,
        full: stored.full,
        failure: stored.failure,
        heldSamples: stored.heldSamples,
        damaged: stored.damaged,
        doubt: doubt && { cause: doubt.cause, at: timeOfDay() - (now - doubt.at) },
      },
      scan: { lastEndedAgeMs: age(search.lastEndedAt()) },
      power: power.status(),
      rules: rulesStatus(),
      update: updater.status(),
      devices,
      strangers: strangers.list(),
      totals: totalsOf(devices),
    }
  }

  let page: StatusServer | null = null
  try {
    const { statusHost: host, statusPort: port, statusNames: ownNames } = config
    page = await startStatusServer({
      host,
      port,
      ownNames,
      status,
      setMasterStop: power.setMasterStop,
      answerPanel: power.answerPanel,
      crew: power.crew,
      acknowledge: power.acknowledge,
      commission: power.commission,
      actOnCommission: power.actOnCommission,
      meter: power.meter,
      actOnMeter: power.actOnMeter,
    })
    log.info({ host, port: page.port }, 'status page ready')
  } catch (error) {
    log.error({ error: errorText(error) }, 'status page cannot be served')
  }

  return {
    statusPort: page?.port ?? null,
    status,
    async stop() {
      stopping.abort()
      clearInterval(clockCheck)
      stopGuard.stop()
      await updater.stop()
      await rules.stop()
      await Promise.all([poller.stop(), search.done, joining, abilities.done, power.stop()])
      // Together: an update may wait for a command to end, and that ends only now.
      await Promise.all([acting.stop(), firmware.stop(), book.close()])
      // Not waited for here: on a full disk it ends only when the spool gives up.
      const flushed = collector.flush()
      await uplink.stop()
      await spool.close()
      await flushed
      if (savingDevices !== null) clearTimeout(savingDevices)
      await saveDevices(devicesPath, table.entriesToStore(), log)
      await page?.close()
      unlock()
    },
  }
}
