import type { CommissioningReport } from '@shipminer/contract/commissioning'
import type { PowerSettings } from '@shipminer/contract/environment'
import type { FuelSettings, FuelSums, MarketFigure } from '@shipminer/contract/fuel'
import type { Batch } from '@shipminer/contract/uplink'
import type { Queryable, Trx } from '../../platform/db/store.ts'

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
  /** What a controller reports to be following. */
  storeEffective(
    db: Queryable,
    controllerId: string,
    told: { version: number | null; effective: PowerSettings | null },
  ): Promise<void>
  /** Keeps the report of a check at commissioning that has ended; a known one is left as it is. */
  storeCommissioning(db: Queryable, controllerId: string, report: CommissioningReport): Promise<void>
  /** Runs in the transaction of the batch, which is stored once. */
  storeBatch(
    trx: Trx,
    extra: { controllerId: string; batch: Batch; corrected: (ms: number) => number; receivedAt: number },
  ): Promise<void>
}
