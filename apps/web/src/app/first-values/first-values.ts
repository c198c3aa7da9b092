import type { FleetPart } from '@shipminer/contract/fleet'
import type {
  Alert,
  Controller,
  Earnings,
  Miner,
  NetworkInputs,
  OverviewSummary,
} from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import type { MinerStatus } from '@shipminer/domain/fleet/freshness'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import type { Language } from '@shipminer/i18n/languages'
import { shownState, shownStatus, silentControllers } from '../../features/fleet/lib/shown-state.ts'
import { figuresOf, figuresOfPart, type TrendFigures } from '../../features/fleet/lib/trend-figures.ts'
import { judgeFleet, rowStates, totalsOf } from '../../features/fleet/lib/verdict.ts'
import type { VerdictTone } from '../../features/fleet/lib/verdict-marks.ts'
import { countSolo } from '../../features/revenue/lib/money-view.ts'
import { ownersEstimate } from '../../features/revenue/lib/owner-money.ts'
import {
  formatEuro,
  formatHashrate,
  formatMonth,
  formatPower,
  formatSat,
  formatTemperature,
  formatTime,
  joinQuantity,
  type Quantity,
} from '../../lib/format/format.ts'
import { type Say, verdictMeaning, verdictTitle, verdictTones } from '../dashboard/verdict-words.ts'

/** What the first screen is drawn from, as the server answered it. */
export type FirstAnswers = {
  fleet: { serverTime: number; miners: Miner[]; controllers: Controller[]; part: FleetPart | null }
  totals: {
    serverTime: number
    summary: OverviewSummary
    alerts: Alert[]
    network: NetworkInputs
    offlineAfterMs: number
  }
  ships: { ships: Pick<MiningShip, 'id'>[]; timeZone?: string | undefined }
}

export type FirstFigure = { name: string; value: string; note: string; isEstimate: boolean }

/** The first glance: the verdict, what is made of the power, and the owner's money. */
export type FirstValues = {
  tone: VerdictTone
  title: string
  strong: string | null
  text: string
  /** They stand still until the page lives, and say of when they are. */
  readAt: string
  figures: FirstFigure[]
  money: FirstFigure[]
}

/** The same words and figures as the page will show once it lives; null where that would show something else first. */
export function firstValues(
  answers: FirstAnswers,
  language: Language,
  isPhone: boolean,
  say: Say,
): FirstValues | null {
  const { fleet, totals } = answers
  const { controllers, part } = fleet
  const now = Math.max(fleet.serverTime, totals.serverTime)
  const known = readStates(answers, now)
  if (controllers.length === 0 || known.total === 0) return null
  const { miners, statuses, shown } = known
  const { alerts, summary } = totals
  const verdict = judgeFleet(
    {
      isLinked: true,
      contactAt: now,
      controllers,
      miners,
      states: shown,
      alerts,
      power: null,
      totals: part && totalsOf(part),
    },
    rowStates({ miners, states: shown, alerts, yieldingSince: new Map() }),
  )
  // Why the rest of a large fleet stands still is not known from the worst of it.
  if (part !== null && part.running < known.total && (verdict.kind === 'stopped' || verdict.kind === 'fine'))
    return null
  const isLost = verdict.kind === 'silent'
  const minute = Math.floor(now / 60_000) * 60_000
  const { strong, text } = verdictMeaning(verdict, { language, now: minute, hourlyCents: null }, say)
  const isOwner = controllers.some(({ shared }) => shared === undefined)
  const isSolo = (part?.solo ?? countSolo(miners)) === known.total
  return {
    tone: verdictTones[verdict.kind],
    title: verdictTitle(verdict, say),
    strong,
    text,
    readAt: say('overview:verdict.readAt', { time: formatTime(language, now) }),
    figures: powerFigures(
      part ? figuresOfPart(part, summary) : figuresOf(miners, statuses, isLost),
      language,
      isPhone,
      say,
    ),
    money: isOwner && !isLost ? moneyFigures(summary, minute, isSolo, language, say) : [],
  }
}

/** Miners as their states may be claimed at the moment of the answers; of a large fleet the worst. */
function readStates({ fleet, totals }: FirstAnswers, now: number) {
  const miners = fleet.part?.worst ?? fleet.miners
  const silent = silentControllers(fleet.controllers)
  const statuses = new Map<string, MinerStatus>()
  const shown = new Map<string, ShownState>()
  for (const miner of miners) {
    const { id, sampledAt, pollIntervalMs, controllerId } = miner
    const { offlineAfterMs } = totals
    const status = shownStatus({ sampledAt, now, contactAt: now, pollIntervalMs, offlineAfterMs })
    statuses.set(id, status)
    shown.set(id, shownState(miner, status, silent.has(controllerId)))
  }
  return { miners, statuses, shown, total: fleet.part?.counts.all ?? miners.length }
}

function powerFigures(
  { sums, hottestName }: TrendFigures,
  language: Language,
  isPhone: boolean,
  say: Say,
): FirstFigure[] {
  const { hashrateThs, powerWatts, hottestC } = sums
  const figure = (name: string, quantity: Quantity | null, note = ''): FirstFigure => ({
    name,
    value: quantity === null ? say('common:noData') : joinQuantity(quantity),
    note,
    isEstimate: false,
  })
  return [
    figure(
      say(isPhone ? 'fleet:field.hashrate' : 'fleet:totals.hashrate'),
      hashrateThs === null ? null : formatHashrate(language, hashrateThs),
    ),
    figure(
      say(isPhone ? 'fleet:field.power' : 'fleet:totals.power'),
      powerWatts === null ? null : formatPower(language, powerWatts),
    ),
    figure(
      say(isPhone ? 'fleet:field.temperature' : 'overview:trend.hottest'),
      hottestC === null ? null : formatTemperature(language, hottestC),
      hottestName ?? '',
    ),
  ]
}

function moneyFigures(
  { totalEarningsToday, totalEarningsMonth }: OverviewSummary,
  now: number,
  isSolo: boolean,
  language: Language,
  say: Say,
): FirstFigure[] {
  const figure = (name: string, earnings: Earnings | null): FirstFigure => {
    const estimate = isSolo ? null : ownersEstimate(earnings, revenueSplit)
    if (estimate === null)
      return {
        name,
        value: say(isSolo ? 'fleet:money.soloMiner' : 'fleet:money.unknown'),
        note: '',
        isEstimate: false,
      }
    const sat = joinQuantity(formatSat(language, estimate.sat))
    return estimate.cents === null
      ? { name, value: sat, note: say('fleet:money.noPrice'), isEstimate: true }
      : { name, value: formatEuro(language, estimate.cents), note: sat, isEstimate: true }
  }
  const month = formatMonth(language, now)
  return [
    figure(say('overview:money.today'), totalEarningsToday),
    figure(
      say('overview:money.month', { month: month.charAt(0).toLocaleUpperCase() + month.slice(1) }),
      totalEarningsMonth,
    ),
  ]
}
