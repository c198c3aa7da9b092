import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import type { PowerSettings } from '@shipminer/contract/power/environment'
import type { FuelSettings, FuelSums, MarketFigure } from '@shipminer/contract/power/fuel'
import type { WeekProof } from '@shipminer/contract/power/proof'
import type { RuleSettings } from '@shipminer/contract/power/rules'
import type { Batch } from '@shipminer/contract/uplink'
import type { Language } from '@shipminer/i18n/languages'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { ReportedSettings } from './unreadable.ts'

export { commissioningBlocks, emptyCommissioningBlocks } from './commissioning/commissioning-paper.ts'
export { proofWords } from './proof/proof-words.ts'
export { unreadableOn } from './unreadable.ts'

/** What the power budget provides to the uplink and telemetry; wired by `app.ts`. */
export type PowerPort = {
  /** What the owner of a controller's ship set; null when nothing was set. */
  settingsOf(
    db: Queryable,
    controllerId: string,
  ): Promise<{ version: number; settings: PowerSettings } | null>
  /** What the owner entered about fuel, and what mining earns; null is unknown. */
  economyOf(
    db: Queryable,
    controllerId: string,
  ): Promise<{ fuel: FuelSettings | null; market: MarketFigure | null }>
  /** What mining burnt on each ship of an owner, and on all, between two moments. */
  ownersFuel(
    ownerId: string,
    from: number,
    to: number,
  ): Promise<{ ships: (FuelSums & { name: string })[]; total: FuelSums }>
  /** What following did on a ship in the week of a day. @throws AppError `ship-not-found` */
  proof(ownerId: string, shipId: string, day?: string): Promise<WeekProof>
  /** The same as PDF. @throws AppError `ship-not-found` */
  proofPdf(
    ownerId: string,
    shipId: string,
    of: { day: string; language: Language },
  ): Promise<{ filename: string; pdfBase64: string }>
  /** What a controller reports to be following. */
  storeEffective(db: Queryable, controllerId: string, reported: ReportedSettings): Promise<void>
  /** The rules that a box is to carry out; none where nothing is set. */
  rulesOf(db: Queryable, controllerId: string): Promise<{ version: number; settings: RuleSettings }>
  /** Whether a box that connects knows rules. */
  storeKnowsRules(db: Queryable, controllerId: string, knowsRules: boolean): Promise<void>
  /** What a box says that it has in force. */
  storeRules(db: Queryable, controllerId: string, settings: RuleSettings): Promise<void>
  /** Keeps the report of a check at commissioning that has ended; a known one is left as it is. */
  storeCommissioning(db: Queryable, controllerId: string, report: CommissioningReport): Promise<void>
  /** Runs in the transaction of the batch, which is stored once. */
  storeBatch(
    trx: Trx,
    extra: { controllerId: string; batch: Batch; correctTime: (ms: number) => number; receivedAt: number },
  ): Promise<void>
}
