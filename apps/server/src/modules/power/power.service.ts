import type { EnvironmentSample } from '@shipminer/contract/power/environment'
import { bindTo } from '../../platform/bind-to.ts'
import {
  listReports,
  readNewestPdf,
  readReportPdf,
  storeReport,
} from './commissioning/commissioning.service.ts'
import { previewWeek, readEnvironment, readLatest } from './environment.service.ts'
import { readEconomy, readFuel, readOwnersFuel, saveFuel } from './fuel.service.ts'
import { listShipMinerIds, listShips, readShip } from './own-ships.service.ts'
import type { PowerDeps } from './power.deps.ts'
import type { PowerPort } from './power.port.ts'
import * as repository from './power.repository.ts'
import { readSettingsOf, saveSettings } from './power-settings.service.ts'
import { bucketsOf, coarseMs, fineMs } from './power-sums.ts'
import { readProof, readProofPdf } from './proof/proof.service.ts'
import { keepKnowsRules, keepRulesInForce } from './rules.repository.ts'
import { readRules, readRulesOf, saveRules } from './rules.service.ts'

/** Fine buckets are kept 13 months, like those of miners. */
const fineKeptMs = 400 * 86_400_000

export type Power = ReturnType<typeof createPower>

/** The power budget of ships: what followers on board reported, and what owners set. */
export function createPower(deps: PowerDeps) {
  return {
    ...bindTo(deps, {
      ships: listShips,
      ship: readShip,
      shipMinerIds: listShipMinerIds,
      environment: readEnvironment,
      latest: readLatest,
      preview: previewWeek,
      saveSettings,
      settingsOf: readSettingsOf,
      fuel: readFuel,
      saveFuel,
      ownersFuel: readOwnersFuel,
      economyOf: readEconomy,
      rules: readRules,
      saveRules,
      rulesOf: readRulesOf,
      sweep: dropOldBuckets,
      proof: readProof,
      proofPdf: readProofPdf,
      commissioningReports: listReports,
      commissioningPdf: readReportPdf,
      newestCommissioningPdf: readNewestPdf,
      storeCommissioning: storeReport,
    }),
    storeEffective: repository.keepEffective,
    storeKnowsRules: keepKnowsRules,
    storeRules: keepRulesInForce,
    storeBatch,
  } satisfies PowerPort & Record<string, unknown>
}

/** Deletes what is past its retention. */
async function dropOldBuckets({ store, clock }: PowerDeps): Promise<void> {
  await repository.dropFine(store.db, new Date(clock() - fineKeptMs))
}

async function storeBatch(
  ...[trx, { controllerId, batch, correctTime, receivedAt }]: Parameters<PowerPort['storeBatch']>
): Promise<void> {
  const samples = (batch.environment ?? []).map((sample) => ({ at: correctTime(sample.at), sample }))
  if (samples.length > 0) {
    await repository.addBuckets(trx, 'power_5m', controllerId, bucketsOf(samples, fineMs))
    await repository.addBuckets(trx, 'power_1h', controllerId, bucketsOf(samples, coarseMs))
    const newest = samples.reduce((a, b) => (b.at >= a.at ? b : a))
    const sample: EnvironmentSample = { ...newest.sample, at: newest.at }
    await repository.keepNewest(trx, controllerId, {
      sample,
      at: new Date(newest.at),
      receivedAt: new Date(receivedAt),
    })
  }
  await repository.insertPowerEvents(
    trx,
    controllerId,
    (batch.powerEvents ?? []).map((event) => ({ ...event, at: new Date(correctTime(event.at)) })),
  )
}
