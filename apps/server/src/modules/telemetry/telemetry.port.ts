import type { RefusedRow } from '@shipminer/contract/read-batch'
import type { Batch } from '@shipminer/contract/uplink'
import type { SpoolConflict, SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import type { TelemetrySums } from '../../platform/db/schema.ts'
import type { Trx } from '../../platform/db/store.ts'
import type { SetAsideRow } from './batches/set-aside.repository.ts'

export { hourRows } from './hour-rows.ts'
export {
  defaultPollIntervalMs,
  followerFreshMs,
  type MinerStateRow,
  stateOfRow,
} from './miner-state-row.ts'
export { namedWorker } from './named-worker.ts'
export { ownHistory } from './own-history.ts'
export { flagsOfBits } from './telemetry.policy.ts'

/** One step of a chart: sums over what was sampled in it. `at` is the start of the step, ms. Steps without a sample do not exist. */
export type SeriesPoint = TelemetrySums & { at: number }

/** One step of several ships together. Means of what was known, null where nothing was; `miners` reported on average. */
export type FleetPoint = {
  at: number
  hashrateGhs: number | null
  powerWatts: number | null
  miners: number
  tempMaxDc: number | null
  accepted: number | null
  rejected: number | null
}

/** One miner's UTC day (`'2026-11-20'`). */
export type DaySums = TelemetrySums & { controllerId: string; minerId: number; day: string }

/** What other modules can read from telemetry. */
export type TelemetrySeries = {
  /**
   * One miner between two times (ms), in steps of a multiple of 300 s; including the open 5-minute bucket. Steps of whole hours and days
   * read fewer rows: 300 for a day, 3,600 for up to a month, 86,400 for more.
   */
  miner(query: {
    controllerId: string
    minerId: number
    from: number
    to: number
    stepSeconds: number
  }): Promise<SeriesPoint[]>
  /** Several ships together. */
  fleet(query: {
    controllerIds: readonly string[]
    from: number
    to: number
    stepSeconds: number
  }): Promise<FleetPoint[]>
  /** Each miner over a range (ms), for means. */
  minerSums(query: {
    controllerIds: readonly string[]
    from: number
    to: number
  }): Promise<Pick<DaySums, 'minerId' | 'hashGh' | 'hashrateSeconds' | 'energyJ' | 'powerSeconds'>[]>
  /** Days of each miner, both ends included. */
  days(query: {
    controllerIds: readonly string[]
    fromDay: string
    toDay: string
    minerId?: number
  }): Promise<DaySums[]>
}

/** What other modules store of a batch, in its transaction. `correctTime` converts a time from the controller's clock to the server's. */
export type BatchExtra = (
  trx: Trx,
  extra: { controllerId: string; batch: Batch; correctTime: (ms: number) => number; receivedAt: number },
) => Promise<void>

/** The memory that a controller's batches come from, as its hello shows it; `epoch` undefined: by a version that shows none. */
export type ShownMemory = { epoch?: string | undefined; mark: SpoolMark | null; lastSeq: number | null }

/** `epochId` null: the memory contradicts what is stored, or forgot numbers in a crash (no conflict), and a new epoch has to be started on board. */
export type MetMemory = {
  conflict: SpoolConflict | null
  epochId: number | null
  /** For the spool to save; null when it shows no epoch. */
  mark: SpoolMark | null
}

/** What a batch's number and content were compared with. */
export type BatchMemory = {
  epochId: number
  /** The batch as it arrived; its number and content identify it. */
  content: unknown
  /** It was in the box's working memory only. */
  isHeld?: boolean
}

export type IngestResult = {
  /** The number was used for other content before: nothing was stored, and it must not be acknowledged. */
  conflict: boolean
  /** The same, of a number that the box never had on its disk: a crash made it forget that. */
  unsaved: boolean
  /** The batch was stored before; nothing changed. */
  duplicate: boolean
  stored: number
  /** Samples whose 5-second slot was already in use. */
  repeated: number
  /** Not stored: older than what is kept. */
  tooOld: number
  /** Not stored: from the future, even after the clock was corrected. */
  tooNew: number
  /** Not stored: from devices beyond the maximum of one controller. */
  tooMany: number
  /** Rows that were set aside: on arrival, or because no table accepts them. */
  setAside: number
  /** The reason for the first of them. */
  setAsideReason: string | null
  /** Miners that got a sample or a report. */
  minerIds: number[]
}

/** What could not be stored, for operators. */
export type SetAsidePort = {
  unseenSetAside(): Promise<{ entries: SetAsideRow[]; total: number; unkeptRows: number }>
  countSetAside(): Promise<{ total: number; since: Date | null; unkeptRows: number }>
  /**
   * Notes an entry as seen, or stores what can be stored of it by now; what still cannot be stays, with its reason. `note` records it in the same
   * transaction. @returns the rows that are left; null: there is no such entry.
   */
  settleSetAside(
    entry: {
      id: number
      action: 'seen' | 'retry'
      now: number
      note: (trx: Trx, controllerId: string) => Promise<void>
    },
    extras: readonly BatchExtra[],
  ): Promise<{ left: number } | null>
}

/** What the uplink does with telemetry. */
export type BatchIngest = {
  /** `extras`: what other modules store of the batch; omitted when the batch has nothing for them. */
  ingestBatch(
    input: {
      controllerId: string
      batch: Batch
      /** Left out: the batch itself, in the epoch of a box that shows none. */
      memory?: BatchMemory
      /** Rows of the batch that the contract refused. */
      refused?: readonly RefusedRow[]
      clockOffsetMs: number
      receivedAt: number
    },
    extras?: readonly BatchExtra[],
  ): Promise<IngestResult>
  /** Sets a completely unreadable batch aside, so that the connection can continue. */
  setBatchAside(input: {
    controllerId: string
    seq: number
    memory: BatchMemory
    reason: string
    receivedAt: number
  }): Promise<'new' | 'duplicate' | 'conflict' | 'unsaved'>
  /** Judges the memory that a hello shows. For a box that shows no epoch a new one starts here, whatever is wrong. */
  meetMemory(controllerId: string, shown: ShownMemory, at: number): Promise<MetMemory>
  /** The mark is safe on board. */
  keepMark(epochId: number, mark: SpoolMark): Promise<void>
  /** A new epoch for a box that shows none, after a conflict. */
  startServerEpoch(controllerId: string, at: number): Promise<void>
}
