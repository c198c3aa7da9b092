import type { WeekProof } from '@shipminer/contract/power/proof'
import { worstAndMedian } from '@shipminer/domain/generator/plan/give-way'
import { proofWeek } from '@shipminer/domain/generator/proof/proof-week'
import { safeTotal } from '@shipminer/domain/safe-whole'
import type { Language } from '@shipminer/i18n/languages'
import { renderStatement } from '../../../platform/pdf/statement-pdf.ts'
import { dayIn } from '../../../platform/time.ts'
import { reportOf, sumAll } from '../environment.service.ts'
import { fuelOf } from '../fuel.service.ts'
import { findShip } from '../own-ships.service.ts'
import type { PowerDeps } from '../power.deps.ts'
import * as repository from '../power.repository.ts'
import { proofPaper } from './proof-paper.ts'

/** Each is the ship asking: above what it may take, before an announced step, or by its contact. */
const askingKinds = ['overload', 'making-room', 'ship-asked']
const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** The week of `day`; left out: the last whole one. @throws AppError `ship-not-found` */
export async function readProof(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  day?: string,
): Promise<WeekProof> {
  const ship = await findShip(deps, ownerId, 'own', shipId)
  const now = deps.clock()
  const week = proofWeek(day ?? dayIn(ship.timeZone, now - weekMs), ship.timeZone)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'own', ship.id)
  const controllerIds = controllers.map(({ id }) => id)
  const span = { from: new Date(week.from), before: new Date(week.before) }
  const [buckets, { counts, tookMs }] = await Promise.all([
    repository.readPower(deps.store.db, {
      controllerIds,
      from: span.from,
      to: span.before,
      stepSeconds: 3_600,
    }),
    repository.countPowerEvents(deps.store.db, controllerIds, span),
  ])
  const sums = buckets.length === 0 ? null : sumAll(buckets)
  // Work is kept by day: those of the week, whatever the hours of the zone.
  const monday = Date.parse(week.fromDay)
  const earned = sums === null ? null : await deps.earnedSat(controllerIds, monday, monday + weekMs - dayMs)
  const earnedSat = earned === null ? null : Math.floor(earned)
  const isSeen = buckets.length > 0
  /** Of a week that nobody saw nothing is known, and not that nothing happened. */
  const count = (...kinds: string[]) =>
    isSeen ? kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0) : null
  const { spareWh, usedWh, lostSat } = reportOf(week.from, week.before, sums, earnedSat)
  return {
    ...week,
    isRunning: now < week.before,
    recordedSeconds: safeTotal(buckets.map(({ seconds }) => seconds)),
    pastSeconds: Math.max(0, Math.round((Math.min(now, week.before) - week.from) / 1_000)),
    asked: count(...askingKinds),
    measured: tookMs.length,
    ...worstAndMedian(tookMs),
    overLimitMs: sums?.overLimitMs ?? null,
    overCapacityMs: sums?.overCapacityMs ?? null,
    contactorOpenings: count('contactor-opened', 'contactor-locked'),
    disobedient: count('disobedient'),
    readingsLost: count('readings-lost'),
    spareWh,
    usedWh,
    earnedSat,
    lostSat,
    ...fuelOf(buckets),
  }
}

/** @throws AppError `ship-not-found` */
export async function readProofPdf(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  { day, language }: { day: string; language: Language },
) {
  const ship = await findShip(deps, ownerId, 'own', shipId)
  const proof = await readProof(deps, ownerId, shipId, day)
  const at = deps.clock()
  const content = proofPaper({ proof, ship, at }, language, deps.productName)
  const pdf = await renderStatement(content, { language, author: deps.productName, at: new Date(at) })
  return { filename: `proof-${proof.fromDay}.pdf`, pdfBase64: Buffer.from(pdf).toString('base64') }
}
