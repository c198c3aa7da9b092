import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import { CommissioningReportSchema } from '@shipminer/contract/power/commissioning'
import {
  actOn,
  type CommissioningAct,
  type CommissioningState,
  type CommissioningView,
  lookAt,
  resumeAfterRestart,
  trialOf,
} from '@shipminer/domain/generator/commissioning/commissioning'
import type { Generator } from '../../generator/open-generator.ts'
import type { PowerActor } from '../../generator/power-actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { CommissionStatus } from '../../status-page/commissioning/commission-status.ts'

const lookMs = 250

/** The guided check at commissioning: looks while a step is under way, has the follower try what that needs, and keeps what was found. */
export function createCommissioning(options: {
  generator: Pick<Generator, 'follower' | 'commissioning' | 'latest' | 'panelCheck' | 'sources' | 'meter'>
  actor: PowerActor
  /** What the device runs, as people call it. */
  firmwareOf: (deviceId: string) => string
  controllerId: string
  version: string
  hasContactor: boolean
  clock: Clock
  /** What was found has changed. */
  onChanged: () => void
  /** It has ended, with this. */
  onFinished: (report: CommissioningReport) => void
  log: Logger
}) {
  const { generator, actor, clock, log } = options
  const { follower, commissioning } = generator
  let { active } = resumeAfterRestart(commissioning.results())
  /** What was found is the store's: a meter that is doubted later changes it there. */
  const stateNow = (): CommissioningState => ({ active, results: commissioning.results() })
  let looking: NodeJS.Timeout | null = null

  function view(): CommissioningView {
    const { explanation, settings } = follower.status()
    const latest = generator.latest()
    return {
      now: clock.monotonic(),
      at: Math.round(clock.now()),
      loadKw: latest?.loadKw ?? null,
      loadAgeMs: latest?.ageMs ?? null,
      isLoadLost: explanation?.offReason === 'load-unknown',
      isMeterRefused: generator
        .sources()
        .some(({ kind, state: is }) => kind !== 'contact' && is === 'refused'),
      isPanelSame: generator.panelCheck()?.isSame ?? null,
      hasContactor: options.hasContactor,
      capacityKw: settings?.capacityKw ?? null,
      devices: actor.devices().map((device) => ({
        id: device.id,
        firmware: options.firmwareOf(device.id),
        isAsleep: device.mode === 'asleep',
        isHashing: device.isHashing === true,
        watts: device.measuredPowerWatts,
        ratedWatts: device.ratedPowerWatts,
        canSleep: device.curtailment.sleepMs !== null,
        isReachable: device.isReachable,
        isWanted: device.isWanted,
      })),
    }
  }

  /** Puts the next state in force, and keeps what was found; resolves when that is on disk. */
  async function become(next: CommissioningState): Promise<void> {
    const isFound = next.results !== commissioning.results()
    active = next.active
    follower.setTrial(trialOf(next))
    if (active !== null) looking ??= setInterval(look, lookMs)
    else stopLooking()
    if (!isFound) return
    const kept = commissioning.keep(next.results, Math.round(clock.now()))
    options.onChanged()
    await kept
    await keepFinished()
  }

  /** What the settings are when the check ends belongs to what it found. */
  async function keepFinished(): Promise<void> {
    if (commissioning.finishedAt() === null || commissioning.report() !== null) return
    const finished = report()
    options.onFinished(finished)
    await commissioning.keepReport(finished)
  }

  function look(): void {
    become(lookAt(stateNow(), view())).catch((error: unknown) =>
      log.error({ error: errorText(error) }, 'what the check found could not be kept'),
    )
  }

  function report(): CommissioningReport {
    const { settings, explanation, wholeCapacityKw } = follower.status()
    return CommissioningReportSchema.parse({
      controllerId: options.controllerId,
      version: options.version,
      position: commissioning.position(),
      checkedElsewhere: commissioning.otherCheck(),
      startedAt: commissioning.startedAt(),
      finishedAt: commissioning.finishedAt(),
      capacityKw: wholeCapacityKw,
      limitPercent: settings?.limitPercent ?? null,
      reserveKw: settings?.reserveKw ?? null,
      requiredReserveKw: explanation?.requiredReserveKw ?? null,
      largestStepKw: settings?.largestStepKw ?? null,
      meter: commissioning.identity(),
      results: commissioning.results(),
    })
  }

  return {
    act(act: CommissioningAct) {
      // What is checked is the meter that answers now.
      if (act.kind === 'begin') generator.meter.askIdentity()
      return become(actOn(stateNow(), act, view()))
    },
    report,
    keepFinished,
    /** Another meter is in force: what was found about the one before is gone. */
    beginAnew() {
      active = null
      follower.setTrial(null)
      stopLooking()
    },
    status: (): CommissionStatus => ({
      canBegin: follower.status().isSetUp && generator.panelCheck() !== null,
      isDoubted: commissioning.isDoubted(),
      otherMeter: commissioning.otherMeter(),
      active: active && { step: active.step, phase: active.phase.name },
      report: report(),
    }),
    stop: stopLooking,
  }

  function stopLooking(): void {
    if (looking !== null) clearInterval(looking)
    looking = null
  }
}
