import { readFile } from 'node:fs/promises'
import type { PowerEvent, PowerSettings } from '@shipminer/contract/power/environment'
import type { UplinkToController, UplinkToServer } from '@shipminer/contract/uplink'
import type { CommissioningAct } from '@shipminer/domain/generator/commissioning/commissioning'
import type { ContactorStop } from '@shipminer/domain/generator/contactor'
import { capacityOf } from '@shipminer/domain/generator/decide'
import type { Explanation } from '@shipminer/domain/generator/explanation'
import { z } from 'zod'
import { raisesPower } from '../commands/device-command.ts'
import type { ControllerConfig } from '../config.ts'
import type { DeviceCommand } from '../drivers/device-control.ts'
import type { FollowerEvent } from '../generator/follower.ts'
import { GeneratorWiringSchema, OnBoardLimitsSchema } from '../generator/generator-settings.ts'
import { openGenerator } from '../generator/open-generator.ts'
import type { PowerActor } from '../generator/power-actor.ts'
import { type Clock, pause } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { Collector } from '../poll/collector.ts'
import { openShipBus } from '../ship-bus/open-ship-bus.ts'
import type { CommissionStatus } from '../status-page/commissioning/commission-status.ts'
import type { CrewStatus } from '../status-page/crew/crew-status.ts'
import type { MeterAct, MeterOutcome, MeterStatus } from '../status-page/meter/meter-status.ts'
import { powerTexts } from '../status-page/power/power-texts.ts'
import type { PowerStatus } from '../status-page/status.ts'
import { createMeterChoice } from './commissioning/choose-meter.ts'
import { createCommissioning } from './commissioning/commissioning.ts'
import { type Lost, powerAlarms, unreadableOf } from './power/power-alarms.ts'
import {
  environmentSample,
  followerState,
  powerEvents,
  shoreSettings,
  wirePowerSettings,
} from './power/power-record.ts'
import { figuresForShip } from './power/ship-power.ts'
import { createPowerForRules, type PowerForRules } from './rules/power-for-rules.ts'
import { createCrewBook } from './wishes/crew-book.ts'

const SAMPLE_SECONDS = 10
const REST_LOOK_MS = 250

/** What the crew writes: where the load is read, where the heartbeat goes, and limits that override those from shore. */
const FileSchema = z.strictObject({
  ...GeneratorWiringSchema.shape,
  limits: OnBoardLimitsSchema.default({}),
})

/** The follower of the generator, as the controller holds it. */
export type PowerOnBoard = {
  /** Whether a command from shore must not run now: it would take power that is not available, or violate the crew's stop. */
  isHeldBack(deviceKey: string, command: DeviceCommand): boolean
  /** What of the ship's power concerns the owner's rules. */
  forRules: PowerForRules
  setFromShore(sent: { version: number; settings: PowerSettings }): Promise<void>
  /** What fuel costs and mining earns; kept, so that it counts without the line too. */
  setEconomy(sent: Pick<Extract<UplinkToController, { type: 'economy' }>, 'fuel' | 'market'>): Promise<void>
  tellSettings(): void
  /** Sends the report of the check, if it has ended: shore knows one that it has. */
  tellCheck(): void
  setMasterStop(on: boolean): Promise<void>
  /** Whether the ship's panel shows what the meter reads. */
  answerPanel(isSame: boolean): Promise<void>
  /** Stops every miner; resolves when nothing depends on this process any more. When it is aborted, also later, everything continues. */
  rest(signal: AbortSignal): Promise<void>
  status(): PowerStatus
  /** What the crew's page shows besides; and somebody there has seen what needs a person. */
  crew(): CrewStatus
  acknowledge(shown: readonly string[]): void
  /** The check at commissioning, and what a person does in it. */
  commission(): CommissionStatus
  actOnCommission(act: CommissioningAct): Promise<void>
  /** The choice of the meter, and what a person does about it. */
  meter(): MeterStatus
  actOnMeter(act: MeterAct): Promise<MeterOutcome>
  stop(): Promise<void>
}

/**
 * Opens the generator with what the crew's file says, and records what it does: a sample every ten seconds, and every command to a miner.
 * A file that cannot be understood is an error at start: it is not safe to follow nothing when someone meant a generator to be followed.
 */
export async function openPower(options: {
  config: Pick<ControllerConfig, 'dataDir' | 'generatorFile' | 'controllerId'>
  version: string
  actor: PowerActor
  /** What a device runs, as people call it. */
  firmwareOf: (deviceId: string) => string
  collector: Collector
  /** For what is sent. */
  clock: Clock
  /** The board's own: what is kept for the next start says by this one how long ago it was. */
  board: Clock
  random: () => number
  fetchFn: typeof fetch
  /** Where meters are searched when a person asks for it. */
  networkHosts: () => readonly string[]
  tell: (message: Extract<UplinkToServer, { type: 'power-settings' | 'commissioning' }>) => void
  /** For quiet hours, ms. */
  timeOfDay: () => number
  log: Logger
}): Promise<PowerOnBoard> {
  const { config, actor, collector, clock, log } = options
  const file = config.generatorFile === null ? null : await readGeneratorFile(config.generatorFile)
  let before: Explanation | null = null
  let version: number | null = null
  const ratedWattsOf = (deviceId: string) =>
    actor.devices().find(({ id }) => id === deviceId)?.ratedPowerWatts ?? null

  const crewBook = createCrewBook()
  function note(event: PowerEvent): void {
    collector.addPowerEvent(event)
    crewBook.noteEvent(event)
  }

  function noteEvent(event: FollowerEvent): void {
    if (event.kind === 'commanded') forRules.noteCommand(event.action)
    for (const noted of powerEvents(event, before, ratedWattsOf, clock.now())) note(noted)
    if (event.kind === 'changed') before = event.explanation
    if (event.kind === 'meter-doubted') tellSettings()
  }

  const generator = await openGenerator({
    directory: config.dataDir,
    ...(file === null ? {} : { crew: file }),
    actor,
    clock: options.board,
    random: options.random,
    fetchFn: options.fetchFn,
    minuteOfDay: () => {
      const at = new Date(options.timeOfDay())
      return at.getHours() * 60 + at.getMinutes()
    },
    timeOfDay: options.timeOfDay,
    log,
    onEvent: noteEvent,
  })
  const { follower } = generator
  const forRules = createPowerForRules({ follower, actor, clock, note })

  const fleet = () => {
    const devices = actor.devices()
    return { asleep: devices.filter(({ mode }) => mode === 'asleep').length, devices: devices.length }
  }
  const { wiring } = generator.store.current()
  const hasContactor = (wiring?.heartbeat ?? []).length > 0
  const listLost = (): Lost[] => [
    ...(generator.store.current().isLost ? (['settings-lost'] as const) : []),
    ...(generator.commissioning.isLost() ? (['check-lost'] as const) : []),
    ...(generator.commissioning.isDoubted() ? (['meter-doubted'] as const) : []),
  ]
  const listUnreadable = () => unreadableOf(listLost())
  let reportedUnreadable = ''
  const alarms = () => {
    const { explanation, contactor } = follower.status()
    return powerAlarms(explanation, contactor, hasContactor, listLost())
  }
  const commissioning = createCommissioning({
    generator,
    actor,
    firmwareOf: options.firmwareOf,
    controllerId: config.controllerId,
    version: options.version,
    hasContactor,
    clock: options.board,
    onChanged: () => tellSettings(),
    onFinished: (report) => options.tell({ type: 'commissioning', report }),
    log,
  })
  const meterChoice = createMeterChoice({
    generator,
    isChecking: () => commissioning.status().active !== null,
    networkHosts: options.networkHosts,
    onChosen() {
      commissioning.beginAnew()
      note({ at: clock.now(), kind: 'settings-changed', deviceKey: null, watts: null })
      tellSettings()
    },
    clock: options.board,
    log,
  })
  // One that ended under a version that kept no report.
  await commissioning.keepFinished()
  const language = wiring?.tell?.language ?? 'nl'
  const shipBus = openShipBus({
    store: generator.store,
    controllerId: config.controllerId,
    version: options.version,
    labels: powerTexts[language].figureLabels,
    figures: () =>
      figuresForShip(follower.status(), fleet(), {
        language,
        hasContactor,
        lost: listLost(),
        otherMeter: generator.commissioning.otherMeter(),
      }),
    clock: options.board,
    fetchFn: options.fetchFn,
    log,
  })

  let overBefore = follower.status().over
  const sampling = setInterval(() => {
    crewBook.noteAlarms(alarms())
    if (listUnreadable().join() !== reportedUnreadable) tellSettings()
    const { explanation, settings, over } = follower.status()
    const overSince = {
      limitMs: Math.round(over.limitMs - overBefore.limitMs),
      capacityMs: Math.round(over.capacityMs - overBefore.capacityMs),
    }
    overBefore = over
    if (explanation === null) return
    crewBook.notePoint({
      at: clock.now(),
      shipKw: explanation.shipLoadKw,
      miningKw: explanation.miningKw,
      limitKw: explanation.limitKw,
    })
    collector.addEnvironment(
      environmentSample(
        explanation,
        settings,
        actor.devices(),
        clock.now(),
        SAMPLE_SECONDS,
        whyCautious(),
        overSince,
      ),
    )
  }, SAMPLE_SECONDS * 1000)

  /** Why a cautious reserve holds; null: none does. */
  function whyCautious(): 'meter-doubted' | 'not-checked' | null {
    if (!generator.isCautious()) return null
    return generator.commissioning.isDoubted() ? 'meter-doubted' : 'not-checked'
  }

  function tellSettings(): void {
    const { settings, isSetUp, wholeCapacityKw } = follower.status()
    const unreadable = listUnreadable()
    options.tell({
      type: 'power-settings',
      version,
      effective:
        isSetUp && settings !== null && wholeCapacityKw !== null
          ? wirePowerSettings({ ...settings, capacityKw: wholeCapacityKw })
          : null,
      unreadable,
      otherMeter: generator.commissioning.otherMeter(),
    })
    reportedUnreadable = unreadable.join()
  }

  return {
    forRules,
    isHeldBack(deviceKey, command) {
      if (!raisesPower(command)) return false
      const { explanation, masterStop, isSetUp, cooling } = follower.status()
      if (masterStop) return true
      // Wanted it is from now on: the follower starts it once its water flows, and where it follows nothing the owner's next try does.
      if (cooling !== null && cooling !== 'flows') {
        follower.askForWater()
        return true
      }
      if (!isSetUp || explanation === null) return false
      const wattsNeeded = ratedWattsOf(deviceKey) ?? 0
      return explanation.offReason !== null || (explanation.headroomKw ?? 0) * 1000 < wattsNeeded
    },
    async setFromShore(sent) {
      version = sent.version
      try {
        await generator.store.change({ shore: shoreSettings(sent.settings) })
        note({ at: clock.now(), kind: 'settings-changed', deviceKey: null, watts: null })
      } catch (error) {
        log.error({ error: errorText(error) }, 'settings from shore could not be kept')
      }
      tellSettings()
    },
    async setEconomy({ fuel, market }) {
      // Figures of the market that shore does not know now are still those it knew last.
      const known = market ?? generator.store.current().economy?.market ?? null
      await generator.store.change({ economy: { fuel, market: known } }).catch((error: unknown) => {
        log.error({ error: errorText(error) }, 'what mining earns could not be kept')
      })
    },
    tellSettings,
    tellCheck() {
      const report = generator.commissioning.report()
      if (report !== null) options.tell({ type: 'commissioning', report })
    },
    async setMasterStop(on) {
      await follower.setMasterStop(on)
      const kind = on ? 'master-stop' : 'master-released'
      if (!follower.status().isSetUp) note({ at: clock.now(), kind, deviceKey: null, watts: null })
    },
    answerPanel: generator.answerPanel,
    async rest(signal) {
      if (signal.aborted) return
      signal.addEventListener('abort', () => follower.setResting(false), { once: true })
      follower.setResting(true)
      while (!follower.isAtRest() && !signal.aborted) await pause(REST_LOOK_MS, signal)
    },
    status() {
      const { explanation, settings, masterStop, isSetUp, heartbeat, sets, supply } = follower.status()
      return {
        isSetUp,
        masterStop,
        state: explanation === null ? null : followerState(explanation),
        supply,
        capacityKw: settings && capacityOf(settings, { powerSource: supply }),
        limitKw: explanation?.limitKw ?? null,
        generatorLoadKw: explanation?.generatorLoadKw ?? null,
        shipLoadKw: explanation?.shipLoadKw ?? null,
        miningKw: explanation?.miningKw ?? null,
        meanLoadPercent: explanation?.meanLoadPercent ?? null,
        meanLimitPercent: settings?.meanLimitPercent ?? null,
        headroomKw: explanation?.headroomKw ?? null,
        curtailedKw: explanation?.curtailedKw ?? null,
        worth: explanation?.worth ?? null,
        loadAgeMs: explanation?.loadAgeMs ?? null,
        warnings: [...listLost(), ...(explanation?.warnings ?? []).map(({ code }) => code)],
        ...fleet(),
        sets,
        sources: generator.sources().map(({ kind, state, detail, problem, preset }) => ({
          kind,
          state,
          detail,
          problem: problem ?? null,
          preset: preset ?? null,
        })),
        panelCheck: generator.panelCheck(),
        publishers: shipBus.status(),
        check: {
          position: generator.commissioning.position(),
          checkedElsewhere: generator.commissioning.otherCheck(),
        },
        otherMeter: generator.commissioning.otherMeter(),
        heartbeat: {
          beating: heartbeat.beating,
          // Where none is wired, none can have opened.
          stop: hasContactor || !isOpened(heartbeat.stop) ? heartbeat.stop : null,
          failures: heartbeat.failures.map(({ output, cause }) => `${output}: ${cause}`),
        },
      }
    },
    crew() {
      const behindMs = options.timeOfDay() - clock.now()
      const shedFirst = follower.status().settings?.shedFirst ?? []
      return crewBook.read({ alarms: alarms(), devices: actor.devices(), shedFirst }, (at) => at + behindMs)
    },
    acknowledge: (shown) => crewBook.acknowledge(shown),
    commission: commissioning.status,
    actOnCommission: commissioning.act,
    meter: meterChoice.status,
    actOnMeter: meterChoice.act,
    async stop() {
      clearInterval(sampling)
      commissioning.stop()
      await meterChoice.stop()
      await shipBus.stop()
      await generator.stop()
    },
  }
}

const isOpened = (stop: ContactorStop | null) =>
  stop === 'overload' || stop === 'locked' || stop === 'no-room'

async function readGeneratorFile(path: string): Promise<z.infer<typeof FileSchema>> {
  const text = await readFile(path, 'utf8')
  try {
    return FileSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${path} cannot be used: ${errorText(error)}`, { cause: error })
  }
}
