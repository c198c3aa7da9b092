import type { FirmwareSeriesState } from '@shipminer/contract/control/firmware'
import type { ProposalKind } from '@shipminer/contract/desk/proposals'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import type { UpdateReason } from '@shipminer/contract/releases'
import type { FirmwareFamily } from '@shipminer/domain/firmware/families'
import type { CommandState } from '@shipminer/domain/fleet/command'
import type { LeadStage } from '@shipminer/domain/lead-stage'
import type {
  FulfilmentState,
  OrderActor,
  OrderState,
  PaymentMethod,
  PaymentState,
} from '@shipminer/domain/orders/order'
import type { VatCase } from '@shipminer/domain/orders/vat/vat-case'
import type { PayoutRunState } from '@shipminer/domain/payouts/payout-run'
import type { HaltReason, MemberState, RolloutState } from '@shipminer/domain/releases/rollout'
import type { ReportState } from '@shipminer/domain/service/fault-report'
import type { BoxState } from '@shipminer/domain/stock/box-stock'
import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type DefaultNow = ColumnType<Date, Date | string | undefined, Date | string>
/** `null` may be omitted in an insert. */
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
/** json columns are written as text (`JSON.stringify`), because arrays would become PostgreSQL arrays otherwise. */
type Json = ColumnType<unknown, string, string>
type MaybeJson = ColumnType<unknown, string | null | undefined, string | null>

export type UsersTable = {
  id: Generated<string>
  name: string
  email: Maybe<string>
  company: Maybe<string>
  phone: Maybe<string>
  preferredLanguage: Maybe<string>
  roles: Generated<string[]>
  notifications: ColumnType<Record<string, boolean>, string | undefined, string>
  newsletter: Generated<boolean>
  emailVerifiedAt: NullableTimestamp
  /** Counts once its owner has followed the link in the mail. */
  pendingEmail: Maybe<string>
  createdAt: DefaultNow
  updatedAt: DefaultNow
}
export type WalletsTable = {
  id: Generated<string>
  userId: string
  namespace: 'eip155' | 'solana' | 'bip122'
  /** CAIP-10. */
  accountId: string
  address: string
  createdAt: DefaultNow
}
export type PasswordsTable = {
  userId: string
  /** Lower case; the login name. */
  email: string
  phc: string
  updatedAt: DefaultNow
}
export type RequestCountsTable = {
  /** Keyed hash of the call and the client. */
  key: Uint8Array
  count: number
  /** When the next request begins a new count. */
  until: Date
}

export type RequestTalliesTable = {
  /** Keyed hash of the call and the client. */
  key: Uint8Array
  /** The copy of the server that counted; a new one with each start. */
  copy: string
  count: number
  until: Date
}

export type GuessesTable = {
  /** Keyed hash of who is guessed at, or who guesses. */
  key: Uint8Array
  wrong: number
  nextAt: Date
  forgetAt: Date
}
export type WalletNoncesTable = {
  nonce: string
  accountId: string
  message: string
  ipHash: Maybe<Uint8Array>
  createdAt: DefaultNow
  expiresAt: Timestamp
}
export type RegistrationTicketsTable = {
  tokenHash: Uint8Array
  accountId: string
  expiresAt: Timestamp
  usedAt: NullableTimestamp
}
export type SessionsTable = {
  id: Generated<string>
  userId: string
  bindingHash: Maybe<Uint8Array>
  createdAt: DefaultNow
  absoluteExpiresAt: Timestamp
  revokedAt: NullableTimestamp
  revokeReason: Maybe<string>
  /** When the person last proved to be present after signing in. */
  provenAt: NullableTimestamp
}
export type SessionTokensTable = {
  tokenHash: Uint8Array
  sessionId: string
  kind: 'access' | 'refresh'
  createdAt: DefaultNow
  expiresAt: Timestamp
  usedAt: NullableTimestamp
  successorHash: Maybe<Uint8Array>
  retriedAt: NullableTimestamp
}
export type ProofNoncesTable = {
  nonce: string
  userId: string
  purpose: string
  subject: Maybe<string>
  /** CAIP-10 of the wallet that has to sign. */
  accountId: string
  message: string
  expiresAt: Timestamp
}
export type AccountTokensTable = {
  tokenHash: Uint8Array
  userId: string
  kind: 'verify-email' | 'reset-password'
  email: string
  createdAt: Timestamp
  expiresAt: Timestamp
  usedAt: NullableTimestamp
}
/** Append-only: the database refuses updates. */
export type PayoutAddressEventsTable = {
  id: Generated<number>
  userId: string
  kind: 'requested' | 'cancelled' | 'cleared'
  address: string
  at: Timestamp
  countsAt: Timestamp
}
export type ShipsTable = {
  id: Generated<string>
  userId: string
  name: string
  type: Maybe<string>
  homePort: Maybe<string>
  registrationNumber: Maybe<string>
  generatorCapacityKw: Maybe<number>
  currentUsagePercent: Maybe<number>
  notes: Maybe<string>
  /** Where its days begin, such as 'Europe/Amsterdam'. */
  timeZone: Generated<string>
  createdAt: DefaultNow
}
export type ShipCrewTable = {
  shipId: string
  userId: string
  role: 'viewer' | 'engineer'
  joinedAt: Timestamp
}
export type CrewInvitationsTable = {
  id: Generated<string>
  shipId: string
  email: string
  role: 'viewer' | 'engineer'
  tokenHash: Uint8Array
  createdAt: Timestamp
  expiresAt: Timestamp
}
export type ControllersTable = {
  /** `SM-XXXXXX`. */
  id: string
  name: string
  location: Maybe<string>
  shipId: Maybe<string>
  ownerId: Maybe<string>
  claimKeyHash: Uint8Array
  /** Which of the server's keys hashed it; null: the one from before this was noted. */
  claimKeyPrint: Maybe<string>
  claimKeyRevokedAt: NullableTimestamp
  claimedAt: NullableTimestamp
  enrolmentTokenHash: Maybe<Uint8Array>
  enrolmentExpiresAt: NullableTimestamp
  enrolledAt: NullableTimestamp
  /** Raw 32-byte Ed25519 key. */
  publicKey: Maybe<Uint8Array>
  revokedAt: NullableTimestamp
  version: Maybe<string>
  ipAddress: Maybe<string>
  lastSeenAt: NullableTimestamp
  connected: Generated<boolean>
  connectionId: Maybe<string>
  /** Since when it is connected; a line that dropped shortly counts as one that did not, within limits. */
  connectedSince: NullableTimestamp
  pollIntervalMs: Maybe<number>
  /** Server clock minus controller clock. */
  clockOffsetMs: Maybe<number>
  spool: MaybeJson
  createdAt: DefaultNow
  /** Since when values of single miners belong to the present owner; null: all of them. */
  historyFrom: NullableTimestamp
  /** Rows that were counted but not stored, because too many had been set aside already. */
  setAsideUnkept: Generated<number>
  /** What logins of miners are sealed with for this box, and its signature, base64; null: its version takes none. */
  sealingKey: Maybe<string>
  sealingProof: Maybe<string>
  /** Which logins it keeps (`KeptLogin[]`), never what they are. */
  logins: MaybeJson
  /** The key for orders that it had pinned at its last hello, base64; null: its version does not say, or it had none. */
  commandKey: Maybe<string>
}
/** Keys of the server that were in force, by their fingerprint. */
export type SecretKeysTable = { print: string; since: Timestamp }
/** The one key by which push services know this installation. */
export type PushKeysTable = {
  id: Generated<number>
  /** The private half in base64url, sealed with the server's own key. */
  sealedKey: string
}
/** Keys that sign orders to boxes, the newest last. */
export type CommandKeysTable = {
  id: Generated<number>
  /** base64 of the raw Ed25519 key. */
  publicKey: string
  /** Sealed with the server's own key; null: it has ended. */
  sealedSeed: Maybe<string>
  /** Signature of the key before, by which boxes that pinned that one take this one; null: none could be made. */
  succession: Maybe<string>
  createdAt: Timestamp
  endedAt: NullableTimestamp
}
/** One memory of a box, from its first hello until another took its place. */
export type SpoolEpochsTable = {
  id: Generated<number>
  controllerId: string
  /** As the spool shows it; `server-…` for a box that shows none. */
  epoch: string
  startedAt: Timestamp
  replacedAt: NullableTimestamp
  /** Highest number stored. */
  lastSeq: Generated<number>
  /** The same of batches that were on the box's disk. */
  lastSavedSeq: Generated<number>
  keptMark: MaybeJson
  givenMark: MaybeJson
}
/** What a recent batch contained. */
export type BatchDigestsTable = {
  controllerId: string
  seq: number
  epochId: number
  digest: Uint8Array
  at: Timestamp
}
/** What a ship sent and the server could not store, as it arrived (JSON). */
export type SetAsideTable = {
  id: Generated<number>
  controllerId: string
  seq: number
  at: Timestamp
  /** A list of the batch, or `batch` for the whole of it. */
  list: string
  rowCount: number
  reason: string
  content: string
  /** When an operator had dealt with it. */
  seenAt: NullableTimestamp
}
export type ControllerTransfersTable = {
  controllerId: string
  claimKeyHash: Uint8Array
  /** As of `controllers`. */
  claimKeyPrint: Maybe<string>
  startedAt: Timestamp
}
export type MinersTable = {
  id: Generated<number>
  controllerId: string
  deviceKey: string
  name: Maybe<string>
  notes: Maybe<string>
  driver: Maybe<string>
  make: Maybe<string>
  model: Maybe<string>
  firmware: Maybe<string>
  serial: Maybe<string>
  macAddress: Maybe<string>
  hostname: Maybe<string>
  ipAddress: Maybe<string>
  port: Maybe<number>
  location: Maybe<string>
  /** Of the same owner; a group is there while a miner is in it. */
  groupName: Maybe<string>
  detail: MaybeJson
  unreachable: Maybe<string>
  observedAt: NullableTimestamp
  createdAt: DefaultNow
  /** Capabilities of the device, as its controller found them. */
  capabilities: MaybeJson
  /** Removed from the lists by its owner, until it responds again. */
  hiddenAt: NullableTimestamp
  /** Of the active pool in `detail`; maintained by the database. */
  poolUrl: ColumnType<string | null, never, never>
  /** Nominal GH/s reported by the device, from `detail`; maintained by the database. */
  expectedGhs: ColumnType<string | null, never, never>
  /** When the stop of its owner that is in force arrived on board; null: its owner wants it to run. */
  stoppedAt: NullableTimestamp
  /** When the newest start or stop by its owner was given. */
  wishedAt: NullableTimestamp
  /** When the newest command that changes anything arrived on board. */
  commandedAt: NullableTimestamp
  /** The last command of the follower of the generator, and when. The columns are older than the word. */
  followerTold: Maybe<'rest' | 'run'>
  followerToldAt: NullableTimestamp
  /** The last command of a rule of its owner, and when. */
  ruleTold: Maybe<'rest' | 'lower' | 'run'>
  ruleToldAt: NullableTimestamp
  /** Name it was first known by, from its worker at the pool. */
  called: Maybe<string>
  /** Whether any of its pools answers, from `detail`; maintained by the database. */
  poolHealth: ColumnType<'alive' | 'dead' | 'none' | null, never, never>
}
export type CommandsTable = {
  id: string
  controllerId: string
  minerId: Maybe<number>
  action: string
  /** Without passwords. */
  parameters: ColumnType<unknown, string, string>
  restoreOf: Maybe<string>
  /** The order to many that it is part of. */
  orderId: Maybe<string>
  state: ColumnType<CommandState, CommandState, CommandState>
  reason: Maybe<string>
  restorable: Generated<boolean>
  issuedBy: Maybe<string>
  /** Name that the owner's key had, where a program asked for it. */
  issuedByKey: Maybe<string>
  /** Asked for at the desk, with the owner's consent. */
  byProvider: Generated<boolean>
  issuedAt: Timestamp
  expiresAt: Timestamp
  finishedAt: NullableTimestamp
  /** The signed text, until the command is over: it may hold a pool's password. */
  orderText: Maybe<string>
  signature: Maybe<string>
}
/** What an owner said of the provider acting on their miners; the newest line counts. */
/** Orders of the provider of which it is stored whom they left out. */
export type ProviderOrdersTable = {
  id: string
  givenAt: Date
}

/** A miner that an order of the provider did not go to. */
export type LeftOutMinersTable = {
  orderId: string
  minerId: number
  controllerId: string
  why: 'no-owner' | 'no-consent' | 'stopped' | 'resting' | 'silent' | 'unsupported'
}

export type ProviderConsentsTable = {
  id: Generated<number>
  userId: string
  at: Timestamp
  given: boolean
}
/** A controller had no line between these times. */
export type AwaySpansTable = { controllerId: string; fromAt: Timestamp; toAt: Timestamp }
export type ChangeLogTable = {
  id: Generated<number>
  controllerId: string
  minerId: Maybe<number>
  at: Timestamp
  kind: 'connection' | 'change'
  event: string
  actorId: Maybe<string>
  detail: Maybe<string>
}
export type PowerSettingsTable = {
  shipId: string
  version: number
  settings: ColumnType<unknown, string, string>
  changedAt: Timestamp
  changedBy: Maybe<string>
}
export type RuleSettingsTable = PowerSettingsTable
export type FuelSettingsTable = {
  shipId: string
  settings: ColumnType<unknown, string, string>
  changedAt: Timestamp
  changedBy: Maybe<string>
}
export type PowerStateTable = {
  controllerId: string
  sample: MaybeJson
  sampledAt: NullableTimestamp
  receivedAt: NullableTimestamp
  /** What the controller follows, limits on board included. */
  effective: MaybeJson
  effectiveVersion: Maybe<number>
  /** What it could not read; null: it does not say. */
  settingsLost: Maybe<boolean>
  checkLost: Maybe<boolean>
  /** What shows that another meter answers it than the one that was checked. */
  otherMeter: MaybeJson
  /** Whether it knows rules, and those that it has in force; null is unknown. */
  knowsRules: Maybe<boolean>
  rules: MaybeJson
}
export type StrangersTable = {
  id: Generated<number>
  controllerId: string
  key: string
  address: string
  guess: string | null
  ports: Json
  firstSeenAt: Timestamp
  lastSeenAt: Timestamp
  isSilent: Generated<boolean>
  name: string | null
  isWatched: Generated<boolean>
}
export type CommissioningReportsTable = {
  id: Generated<number>
  controllerId: string
  /** By the clock of the controller. */
  finishedAt: Timestamp
  receivedAt: Timestamp
  report: Json
}
/** Sums over a bucket: watt seconds, and the seconds in which each was known. */
export type PowerBucketTable = {
  controllerId: string
  bucket: Timestamp
  seconds: number
  generatorWs: number | null
  generatorSeconds: number
  shipWs: number | null
  shipSeconds: number
  miningWs: number | null
  miningSeconds: number
  allowedWs: number | null
  allowedSeconds: number
  /** Mining energy within what was allowed. */
  usedWs: number | null
  curtailedSeconds: number
  curtailedWs: number | null
  /** Fuel that mining took, mg, and its price, thousandths of a cent. */
  fuelMg: Maybe<number>
  fuelMc: Maybe<number>
  /** In which only miners gave the set its least load. */
  heldSeconds: Generated<number>
  /** Above the limit and above what the set can give, ms. */
  overLimitMs: Maybe<number>
  overCapacityMs: Maybe<number>
}
export type PowerEventsTable = {
  id: Generated<number>
  controllerId: string
  at: Timestamp
  kind: string
  deviceKey: Maybe<string>
  watts: Maybe<number>
  /** How long giving way took. */
  tookMs: Maybe<number>
  /** Of a rule: why, with the reading. */
  rule: MaybeJson
}
export type AlertsTable = {
  id: Generated<string>
  controllerId: string
  minerId: Maybe<number>
  kind: string
  severity: 'info' | 'warning' | 'critical'
  status: ColumnType<
    'active' | 'acknowledged' | 'resolved',
    'active' | 'acknowledged' | 'resolved' | undefined
  >
  raisedAt: Timestamp
  acknowledgedAt: NullableTimestamp
  acknowledgedBy: Maybe<string>
  /** Name of the owner's key, where a program did it. */
  acknowledgedByKey: Maybe<string>
  resolvedAt: NullableTimestamp
  /** When the cause was gone, whatever the status of the alert. */
  clearedAt: NullableTimestamp
  detail: MaybeJson
  /** When its owner was notified of it, or it was found that nobody needs to be. */
  toldAt: NullableTimestamp
  resolvedBy: Maybe<string>
  resolvedByKey: Maybe<string>
  /** When it went to the second person, for nobody had acknowledged it. */
  escalatedAt: NullableTimestamp
}
/** Causes that hold, but not yet as long as their rule requires. */
export type AlertWaitingTable = {
  controllerId: string
  minerId: Maybe<number>
  kind: string
  since: Timestamp
}
/** What was last seen of a miner, so that a change can be noticed. */
export type MinerMarksTable = { minerId: number; pool: Maybe<string>; blocksFound: Maybe<number> }
export type AlertRulesTable = {
  userId: string
  kind: string
  enabled: boolean
  limit: Maybe<number>
  forSeconds: Maybe<number>
}
export type AlertChannelsTable = {
  userId: string
  channels: ColumnType<unknown, string | undefined, string>
  lastToldAt: NullableTimestamp
}
/** Whom the alerts of an owner go to that nobody acknowledges: a mailbox, or somebody of the crew. */
export type AlertEscalationsTable = {
  userId: string
  afterMinutes: number
  email: Maybe<string>
  memberId: Maybe<string>
  chosenAt: Timestamp
}
/** The provider's bot: one row, or none while there is no bot. */
export type TelegramBotTable = {
  id: Generated<boolean>
  /** Which token the rest belongs to, without saying it. */
  tokenMark: string
  username: Maybe<string>
  nextUpdate: Generated<number>
  checkedAt: Timestamp
  /** Until when Telegram wants to be left alone. */
  waitUntil: NullableTimestamp
  lastError: Maybe<string>
}
/** Accounts that were merged into another of the same person. */
export type MergedAccountsTable = {
  formerId: string
  userId: string
  name: string
  email: Maybe<string>
  emailVerified: boolean
  at: Timestamp
  operator: string
}
export type TelegramCodesTable = { userId: string; codeHash: Uint8Array; expiresAt: Timestamp }
export type TelegramLinksTable = {
  userId: string
  chatId: string
  name: Maybe<string>
  linkedAt: Timestamp
  /** Since when the chat refuses what is sent. */
  brokenAt: NullableTimestamp
}
export type PushSubscriptionsTable = {
  endpoint: string
  userId: string
  keys: ColumnType<unknown, string, string>
  createdAt: Timestamp
}
export type AlertDeliveriesTable = {
  id: Generated<number>
  userId: string
  channel: 'telegram' | 'webhook' | 'push'
  /** Sealed with the server's key: it may hold a token. */
  target: string
  body: string
  attempts: Generated<number>
  nextAttemptAt: Timestamp
  createdAt: Timestamp
  lastError: Maybe<string>
}
export type BoardEventsTable = {
  id: Generated<number>
  controllerId: string
  at: Timestamp
  kind: string
  deviceKey: Maybe<string>
  count: Maybe<number>
  receivedAt: DefaultNow
}

/**
 * Sums over samples, see the migration of telemetry. Means are quotients: mean hash rate in GH/s = `hashGh / hashrateSeconds`, mean power
 * in W = `energyJ / powerSeconds`. Shares are null when no sample had them; `difficultyN` counts the samples that had a difficulty.
 */
export type TelemetrySums = {
  /** Number of samples. */
  n: number
  /** Time covered by the samples. */
  seconds: number
  miningSeconds: number
  /** Seconds of samples with a known hash rate. */
  hashrateSeconds: number
  /** Σ GH/s × s. */
  hashGh: number
  /** The part of `hashGh` from samples that reported no share difficulty: earnings estimate only that part by hash rate × time. */
  blindHashGh: number
  powerSeconds: number
  /** Σ W × s. */
  energyJ: number
  /** Tenths of a degree. */
  tempMaxDc: number | null
  accepted: number | null
  rejected: number | null
  stale: number | null
  /** Thousandths of a unit of accepted share difficulty. */
  difficultyMilli: number
  difficultyN: number
}
export type MinerStateTable = TelemetrySums & {
  controllerId: string
  minerId: number
  sampledAt: Date | null
  receivedAt: Date | null
  periodSeconds: number | null
  state: string | null
  hashrateGhs: number | null
  powerWatts: number | null
  temperatureDc: number | null
  uptimeSeconds: number | null
  /** Bits in the order of `SampleFlagSchema`. */
  flags: number
  bucket: Date
  mask: string
  /** Kept by the database: the expected rate of the miner, and what it does by its newest sample, in a word of migration 0358. */
  expectedGhs: Generated<number | null>
  work: Generated<string>
}
export type Miner5mTable = TelemetrySums & {
  controllerId: string
  minerId: number
  bucket: Date
  mask: string
}
/** The 5-minute values of one miner and UTC day together; what comes later is rows of `miner_5m` until they are packed too. */
export type PackedDaysTable = { controllerId: string; minerId: number; day: string; block: Uint8Array }
/** Hours of days that are over lie in `pastHours`; both tables count. */
export type Miner1hTable = TelemetrySums & { controllerId: string; minerId: number; bucket: Date }
export type Miner1dTable = TelemetrySums & { controllerId: string; minerId: number; day: string }
/**
 * Roll-ups over all miners of a controller. `minerBuckets` counts (miner, 5-minute bucket) pairs with a sample, `buckets` the 5-minute
 * buckets with any: `minerBuckets / buckets` is how many miners reported on average while the ship was online.
 * Mean rate of the ship in GH/s = `hashGh * minerBuckets / (seconds * buckets)`.
 */
export type ControllerSums = TelemetrySums & { minerBuckets: number; buckets: number }
export type ControllerBucketTable = ControllerSums & { controllerId: string; bucket: Date }
export type Controller1dTable = ControllerSums & { controllerId: string; day: string }

export type NetworkDaysTable = {
  day: string
  difficulty: string
  height: number
  subsidySat: number
  feesSatPerBlock: number
  source: string
  observedAt: Timestamp
}
export type PriceQuotesTable = {
  currency: string
  centsPerBtc: number
  source: string
  observedAt: Timestamp
}
export type PoolProfilesTable = {
  userId: string
  host: string
  coin: 'BTC' | 'BCH' | 'BSV'
  mode: 'pooled' | 'solo'
  /** Null: the server's setting. */
  feeBasisPoints: Maybe<number>
  changedAt: Timestamp
}
/** A coin beside Bitcoin on a day, as last seen. */
export type CoinDaysTable = {
  coin: 'BCH' | 'BSV'
  day: string
  difficulty: string
  height: number
  subsidySat: number
  feesSatPerBlock: Maybe<number>
  usdCentsPerCoin: Maybe<number>
  source: string
  observedAt: Timestamp
}
/** What pools really paid; never an estimate. */
export type ReceiptsTable = {
  id: Generated<number>
  userId: Maybe<string>
  shipId: Maybe<string>
  coin: 'BTC' | 'BCH' | 'BSV'
  amountSat: number
  at: Timestamp
  source: 'pool-csv' | 'on-chain' | 'provider'
  paidTo: 'provider' | 'owner'
  reference: string
  importedAt: Timestamp
}
/** Addresses of the provider that pools pay an owner's earnings to. */
export type PoolAddressesTable = {
  id: Generated<number>
  address: string
  userId: string
  shipId: Maybe<string>
  createdAt: Timestamp
  createdBy: string
  lookedAt: NullableTimestamp
  /** Why the last look failed. */
  problem: Maybe<string>
  /** Payments that are not booked, as the last look found them. */
  found: unknown
}
export type PayoutsTable = {
  id: Generated<number>
  userId: Maybe<string>
  amountSat: number
  paidAt: Timestamp
  txid: Maybe<string>
  note: Maybe<string>
  recordedAt: Timestamp
}
export type PayoutRunsTable = {
  id: Generated<number>
  state: ColumnType<PayoutRunState, PayoutRunState, PayoutRunState>
  createdAt: Timestamp
  createdBy: string
  /** Null: unknown, as of runs from before it was kept. */
  createdById: Maybe<string>
  totalSat: number
  exportedAt: NullableTimestamp
  /** The transaction that was created last, unsigned, in base64. */
  psbt: Maybe<string>
  feeRateMilliSat: Maybe<number>
  feeSat: Maybe<number>
  changeSat: Maybe<number>
  changeIndex: Maybe<number>
  inputs: Maybe<number>
  /** Outpoint that every transaction of the run spends. */
  anchor: Maybe<string>
  txid: Maybe<string>
  rawTransaction: Maybe<string>
  broadcastAt: NullableTimestamp
  confirmations: Maybe<number>
  lookedAt: NullableTimestamp
  confirmedAt: NullableTimestamp
  cancelledAt: NullableTimestamp
  cancelReason: Maybe<string>
}
/** One owner's part of a run, with the sums from which the amount was computed. */
export type PayoutRunLinesTable = {
  runId: number
  position: number
  userId: Maybe<string>
  ownerName: string
  amountSat: number
  address: string
  /** The amount is reserved for the run; an owner is in one open run at most. */
  isOpen: Generated<boolean>
  receivedSat: number
  receivedByOwnerSat: number
  ownerShareSat: number
  paidOutSat: number
  since: NullableTimestamp
  payoutId: Maybe<number>
}
/** Whether a month's statement was decided on for a user, so that it is never sent twice. */
export type StatementMailsTable = { userId: string; month: string; decidedAt: Timestamp }
/** Whether a week's summary was decided on for a user; `week` is its Monday. */
export type WeeklyMailsTable = { userId: string; week: string; decidedAt: Timestamp }
export type JobRunsTable = {
  name: string
  lastStartedAt: NullableTimestamp
  lastFinishedAt: NullableTimestamp
  lastSucceededAt: NullableTimestamp
  lastError: Maybe<string>
  dueAt: NullableTimestamp
  runs: Generated<number>
  /** Until when the copy of the server that has the latest token may run it; null: nobody does. */
  leaseUntil: NullableTimestamp
  token: Generated<number>
}

export type ProductsTable = {
  id: string
  position: number
  name: string
  subtitle: string
  category: string
  algorithm: string
  hashrate: string
  hashrateThs: number
  powerConsumption: string
  powerWatts: number
  unitsPerBox: number
  unitHashrateThs: Maybe<number>
  unitPowerWatts: Maybe<number>
  cooling: Maybe<string>
  priceCents: number
  originalPriceCents: Maybe<number>
  warrantyMonths: number
  minGeneratorKw: number
  images: ColumnType<unknown, string, string>
  translationKey: string
  route: string
  colorScheme: ColumnType<unknown, string, string>
  comingSoon: Generated<boolean>
  devOnly: Generated<boolean>
  /** Removed from the catalogue without being deleted. */
  hidden: Generated<boolean>
  /** Boxes ready for delivery; null: not counted, made to order. */
  stock: Maybe<number>
  updatedAt: DefaultNow
  /** Counts edits of the product; sales leave it as it is. */
  version: Generated<number>
  /** What is known of its size, connections and surroundings, each with its source. */
  sheet: ColumnType<unknown, string, string>
}
/** Every change of a product; never deleted. */
export type ProductVersionsTable = {
  id: Generated<number>
  productId: string
  version: number
  at: Timestamp
  changedBy: string
  reason: Maybe<string>
  before: MaybeJson
  after: Json
}
export type ApiKeysTable = {
  id: Generated<number>
  userId: string
  name: string
  tokenHash: Uint8Array
  scope: 'read' | 'control'
  createdAt: Timestamp
  lastUsedAt: NullableTimestamp
  /** Null: it has no end. */
  endsAt: NullableTimestamp
  /** When its owner was notified that it will end, and that it has ended. */
  endAnnouncedAt: NullableTimestamp
  endToldAt: NullableTimestamp
}
/** Pools and the pattern of a worker, as the contract has them. */
export type PoolTemplatesTable = {
  id: Generated<number>
  userId: string
  name: string
  pools: ColumnType<unknown, string, string>
  createdAt: Timestamp
  changedAt: Timestamp
}
/** What a list of miners is narrowed and ordered to, as the page writes it into its address. */
export type SavedFiltersTable = {
  userId: string
  name: string
  query: string
  savedAt: Timestamp
}
export type NewsletterConsentsTable = {
  id: Generated<number>
  userId: string
  at: Timestamp
  subscribed: boolean
  source: 'setup' | 'profile' | 'link' | 'one-click'
}
export type InquiriesTable = {
  id: Generated<string>
  reference: string
  kind: 'contact' | 'notify-me' | 'custom' | 'waiting-list'
  name: Maybe<string>
  email: string
  phone: Maybe<string>
  language: string
  subject: Maybe<string>
  subjectKind: Maybe<string>
  productId: Maybe<string>
  message: Maybe<string>
  shipType: Maybe<string>
  generatorCapacityKw: Maybe<number>
  currentUsagePercent: Maybe<number>
  createdAt: Timestamp
  handledAt: NullableTimestamp
  /** The operator who handles it. */
  assignedTo: Maybe<string>
  /** The message to many that notified them. */
  mailingId: Maybe<string>
  stage: ColumnType<LeadStage, LeadStage | undefined, LeadStage>
  /** The day on which its sender is to be spoken to next. */
  nextContactOn: Maybe<string>
  source: Maybe<string>
  lostReason: Maybe<string>
  /** What it is searched by; kept by the database. */
  searchWords: Generated<string>
}
export type MailsTable = {
  id: Generated<number>
  messageId: string
  /** Null: the provider, whose address is a setting at the time of sending. */
  recipient: Maybe<string>
  replyTo: Maybe<string>
  subject: string
  textBody: string
  htmlBody: string
  status: ColumnType<'queued' | 'sent' | 'failed', 'queued' | undefined, 'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  /** How often it was taken to be sent: only the latest taker may settle it. */
  claims: Generated<number>
  nextAttemptAt: Timestamp
  lastError: Maybe<string>
  createdAt: Timestamp
  sentAt: NullableTimestamp
  /** Name of the attachment, generated when the mail is sent, e.g. `invoice:2026-000001`. */
  attachment: Maybe<string>
  /** Where its recipient unsubscribes, of messages to many. */
  unsubscribeUrl: Maybe<string>
  /** When an operator let one that was given up rest; null: nobody did. */
  setAsideAt: NullableTimestamp
  setAsideBy: Maybe<string>
  setAsideReason: Maybe<string>
}
/** A message to many. */
export type MailingsTable = {
  id: string
  audience: 'waiting' | 'newsletter'
  /** Null: everything that can be ordered. */
  productId: Maybe<string>
  /** Subject and text by language; of the waiting list there are none. */
  texts: Json
  /** How many there were when it was sent. */
  recipients: number
  createdAt: Timestamp
  createdBy: string
  finishedAt: NullableTimestamp
  stoppedAt: NullableTimestamp
  /** When it went on after it had been stopped; its list was right until then. */
  continuedAt: NullableTimestamp
}
/** Whom a message to many is for, without their address. */
export type MailingRecipientsTable = {
  mailingId: string
  position: number
  userId: Maybe<string>
  inquiryId: Maybe<string>
  /** When its mail was put into the outbox. */
  queuedAt: NullableTimestamp
  messageId: Maybe<string>
  /** Why there was none. */
  skipped: Maybe<'stopped' | 'no-longer' | 'unreachable' | 'failed'>
}
/** An address that gets no message to many, unless it asked for them later than this. */
export type MailSuppressionsTable = {
  email: string
  reason: 'unsubscribed' | 'refused' | 'returned'
  at: Timestamp
}

/** The last number that was issued, so that there are no gaps. */
export type CountersTable = { name: string; value: number }
export type OrdersTable = {
  id: string
  number: string
  userId: Maybe<string>
  /** Keyed hash of the key that opens the order without an account; that key is derived now. Written for copies of the release before, which compare it (ADR 0028). */
  keyHash: Uint8Array
  /** Keyed hash of the client of a guest, while the order is unpaid and holds boxes. */
  placedFrom: Maybe<Uint8Array>
  state: OrderState
  payment: PaymentState
  fulfilment: FulfilmentState
  method: PaymentMethod
  language: string
  /** E-mail address of the buyer, lower case. */
  email: string
  /** The buyer as entered when the order was placed. */
  buyer: Json
  /** Number, e-mail, name and company in lower case; kept by the database. */
  searchWords: Generated<string>
  /** Bought by a consumer, not for a business: the right to withdraw. */
  consumer: boolean
  netCents: number
  vatCents: number
  grossCents: number
  vatPercent: number
  /** The buyer owes the tax. */
  reverseCharge: Generated<boolean>
  vatCase: Generated<VatCase>
  /** ISO country of the fitting; null: only sent. */
  fittedIn: Maybe<string>
  /** ISO country whose VAT a chosen treatment has; null: none was chosen, or it has none. */
  vatCountry: Maybe<string>
  /** The rate in the agreed price, once another treatment was chosen; null: `vatPercent`. */
  agreedVatPercent: Maybe<number>
  /** The seller's number where they are registered for it; null: the usual one. */
  sellerVatId: Maybe<string>
  /** What a chosen treatment rests on. */
  vatEvidence: Maybe<string>
  vatChosenAt: NullableTimestamp
  vatChosenBy: Maybe<string>
  /** Sums over all sources. */
  pendingCents: Generated<number>
  receivedCents: Generated<number>
  /** ISO 11649, without spaces. */
  bankReference: string
  stockHeld: boolean
  placedAt: Timestamp
  termsAcceptedAt: Timestamp
  /** When the time to pay began: at placing, or when the order came back after it had expired. */
  methodChosenAt: Timestamp
  expiresAt: NullableTimestamp
  remindedAt: NullableTimestamp
  installationOn: Maybe<string>
  installedAt: NullableTimestamp
  withdrawalRequestedAt: NullableTimestamp
  updatedAt: Timestamp
}
export type OffersTable = {
  id: string
  number: string
  /** Keyed hash of the key that opens it, as of an order: written for copies of the release before. */
  keyHash: Uint8Array
  inquiryId: Maybe<string>
  productId: string
  /** As it was named in the offer. */
  productName: string
  quantity: number
  unitGrossCents: number
  language: string
  /** Lower case. */
  email: string
  /** As far as it is known. */
  buyer: Json
  note: Maybe<string>
  /** The last day on which it can be accepted, ISO date. */
  validUntil: string
  /** Who made it: an operator, or the buyer where `isOwn`. */
  operator: string
  /** Asked for by the buyer, at the price of the catalogue. */
  isOwn: Generated<boolean>
  createdAt: Timestamp
  withdrawnAt: NullableTimestamp
  orderId: Maybe<string>
  acceptedAt: NullableTimestamp
  /** What it is searched by; kept by the database. */
  searchWords: Generated<string>
}
export type OrderLinesTable = {
  orderId: string
  position: number
  productId: string
  name: string
  quantity: number
  unitGrossCents: number
  netCents: number
  vatCents: number
  grossCents: number
}
/** Append-only. */
export type BoxesTable = {
  id: string
  serial: string
  productId: string
  state: BoxState
  /** Day on which the workshop delivers, ISO date. */
  expectedOn: Maybe<string>
  /** The line of an order that it is for. */
  orderId: Maybe<string>
  orderPosition: Maybe<number>
  controllerId: Maybe<string>
  installedOn: Maybe<string>
  warrantyUntil: Maybe<string>
  createdAt: Timestamp
  changedAt: Timestamp
}
export type FittingPlansTable = {
  orderId: string
  /** `08:30`, by the clock of the place. */
  startsAt: Maybe<string>
  fitter: Maybe<string>
  berth: Maybe<string>
  contactName: Maybe<string>
  contactPhone: Maybe<string>
  generator: Maybe<string>
  cabling: Maybe<string>
  notes: Maybe<string>
  changedAt: Timestamp
  changedBy: string
}
export type BoxEventsTable = {
  id: Generated<number>
  boxId: string
  at: Timestamp
  /** Null: the end of its order. */
  operator: Maybe<string>
  what: string
  /** Afterwards. */
  state: BoxState
  orderNumber: Maybe<string>
  onDay: Maybe<string>
  note: Maybe<string>
}
export type OrderEventsTable = {
  id: Generated<number>
  orderId: string
  at: Timestamp
  kind: string
  actor: OrderActor
  note: Maybe<string>
  data: Json
}
/** What one source of money holds for an order: the whole balance of that source, not a difference. */
export type OrderBalancesTable = {
  orderId: string
  source: string
  pendingCents: number
  receivedCents: number
  updatedAt: Timestamp
}
/** Append-only. Negative: taken for the order; positive: put back. `counted`: the product's stock changed with it. */
export type StockMovementsTable = {
  id: Generated<number>
  orderId: string
  productId: string
  at: Timestamp
  quantity: number
  counted: boolean
}
export type RefundsTable = {
  id: string
  orderId: string
  amountCents: number
  reason: string
  status: 'requested' | 'paid' | 'dropped'
  requestedAt: Timestamp
  settledAt: NullableTimestamp
  /** The proof of a paid one; null when it was recorded without. */
  paidWay: Maybe<'bank' | 'bitcoin' | 'evm'>
  paidReference: Maybe<string>
  paidOn: Maybe<string>
  paidBy: Maybe<string>
  /** Null until the buyer has said where it goes. */
  claimedAt: NullableTimestamp
  claimWay: Maybe<'bank' | 'bitcoin' | 'evm'>
  /** Coins only: `bitcoin`, or `eip155:<chain id>`. */
  claimNetwork: Maybe<string>
  /** IBAN without spaces, or an address. */
  claimTo: Maybe<string>
  /** Banks only: the holder of the account. */
  claimName: Maybe<string>
  /** Coins only: the amount in whole coins, and the euro of one, as they were when it was claimed or quoted anew, and until when they hold. */
  claimAmount: Maybe<string>
  claimRate: Maybe<string>
  claimHoldsUntil: NullableTimestamp
  /** Null: it is in no run that is to be paid. */
  runId: Maybe<number>
  /** Set with its first run, and kept. */
  transferReference: Maybe<string>
}
/** The code that was last sent to the mailbox of an order before a large refund goes anywhere. */
export type RefundCodesTable = {
  orderId: string
  /** Null: used. */
  codeHash: Maybe<Uint8Array>
  guesses: number
  expiresAt: Timestamp
  /** Codes sent since `firstSentAt`. */
  firstSentAt: Timestamp
  sent: number
}
/** What one operator wants and a second one has to confirm. */
export type ProposalsTable = {
  kind: ProposalKind
  /** Of the refund, run or account; of a rollout its version. */
  id: string
  /** What exactly, as JSON: a second operator confirms this and nothing else. */
  content: string
  proposedBy: string
  proposedById: string
  proposedAt: Timestamp
  /** Null: it waits. */
  confirmedBy: Maybe<string>
  confirmedAt: NullableTimestamp
}

/** Refunds that are paid together. */
export type RefundRunsTable = {
  id: Generated<number>
  way: 'bank' | 'bitcoin'
  createdAt: Timestamp
  createdBy: string
  /** What the bank or a wallet takes. */
  file: string
  /** In Bitcoin: the transaction that was created last, unsigned, in base64. */
  psbt: Maybe<string>
  feeRateMilliSat: Maybe<number>
  feeSat: Maybe<number>
  changeSat: Maybe<number>
  changeIndex: Maybe<number>
  inputs: Maybe<number>
  /** Outpoint that every transaction of the run spends. */
  anchor: Maybe<string>
}
export type InvoicesTable = {
  number: string
  year: number
  sequence: number
  kind: 'invoice' | 'prepayment' | 'credit'
  orderId: string
  issuedAt: Timestamp
  snapshot: Json
  /** Null until it was first requested. */
  pdf: Maybe<Uint8Array>
  /** On a credit note: the number of the document that it takes back. */
  credits: Maybe<string>
}
export type BankEntriesTable = {
  id: Generated<number>
  entryKey: string
  statementId: string
  accountIban: string
  bookedOn: string
  amountCents: number
  currency: string
  reference: Maybe<string>
  remittance: string
  counterpartyName: Maybe<string>
  counterpartyIban: Maybe<string>
  bankReference: Maybe<string>
  transactionReference: Maybe<string>
  endToEndId: Maybe<string>
  batchTotalCents: Maybe<number>
  isReturn: Generated<boolean>
  source: Generated<'camt' | 'mt940'>
  outcome: 'booked' | 'open' | 'ignored'
  why: string
  importedAt: Timestamp
  /** Null: imported before imports were stored. */
  importId: Maybe<number>
  /** It looked like one that was there already. */
  isSuspect: Generated<boolean>
}
/** An import of a bank statement, running or done. */
export type StatementImportsTable = {
  id: Generated<number>
  createdAt: Timestamp
  createdBy: string
  /** Null: the shell. */
  operatorId: Maybe<string>
  /** As the bank wrote it, compressed. */
  file: Uint8Array
  state: 'running' | 'done' | 'failed'
  total: number
  done: Generated<number>
  statementIds: string[]
  notBooked: number
  decided: Maybe<Uint8Array>
  counts: ColumnType<unknown, string | null | undefined, string | null>
  entries: ColumnType<unknown, string | null | undefined, string | null>
  attempts: Generated<number>
  lastError: Maybe<string>
  finishedAt: NullableTimestamp
}
/** Append-only. */
export type BankBookingsTable = {
  id: Generated<number>
  orderId: string
  entryId: Maybe<number>
  amountCents: number
  actor: 'provider' | 'system'
  reason: string
  at: Timestamp
}
export type IdempotencyKeysTable = {
  scope: string
  route: string
  key: string
  bodyHash: Uint8Array
  /** Sealed with the server's key: it may hold what only the caller should know. */
  answer: Uint8Array
  createdAt: Timestamp
  expiresAt: Timestamp
}
export type SettingsTable = {
  key: string
  value: Json
  version: number
  changedAt: Timestamp
  changedBy: string
}

export type PaymentAddressCountersTable = {
  /** Fingerprint of the account key, not the key. */
  xpubId: string
  nextIndex: number
}
/** Amounts are integer base units as text; the terms never change. */
export type PaymentIntentsTable = {
  id: string
  orderId: string
  userId: Maybe<string>
  asset: 'BTC' | 'USDT'
  /** `bitcoin` or `eip155:<chain id>`. */
  chain: string
  token: Maybe<string>
  decimals: number
  address: string
  /** How a watcher recognises the address: the output script in hex, or the lower-case address. */
  matchKey: string
  xpubId: string
  derivationIndex: number
  priceCents: number
  amountDue: string
  minDue: string
  /** Euro cents for a whole coin, decimal. */
  rate: string
  rateSources: string[]
  rateQuotes: ColumnType<unknown, string, string>
  rateAt: Timestamp
  confirmationsRequired: number
  createdAt: Timestamp
  expiresAt: Timestamp
  monitorUntil: Timestamp
  canceledAt: NullableTimestamp
  manual: Maybe<'completed' | 'failed'>
  status: string
  exceptions: string[]
  amountReceived: Generated<string>
  amountConfirmed: Generated<string>
  amountToRefund: Generated<string>
  /** What was reported to the order as held by this intent. */
  pendingCents: Generated<number>
  receivedCents: Generated<number>
  effectiveExpiresAt: Timestamp
  confirmationsReached: Generated<number>
  /** Why its money, which is known, could not be booked on its order; null: it is, or there is none. */
  unbookedReason: Maybe<string>
}
/** What all sources together imply; never deleted. */
export type ObservedPaymentsTable = {
  id: Generated<number>
  intentId: string
  chain: string
  txId: string
  /** Output number, or log index. */
  outputIndex: number
  asset: string
  token: Maybe<string>
  decimals: number
  amount: string
  kind: 'expected' | 'wrong_network' | 'wrong_token'
  /** Outpoints the transaction spends (`txid:vout`), Bitcoin only. */
  spends: string[]
  firstSeenAt: Timestamp
  blockHeight: Maybe<number>
  blockHash: Maybe<string>
  confirmations: number
  final: Maybe<boolean>
  /** Deep enough that it is not checked again. */
  settledForGood: Generated<boolean>
  unaccountedAt: NullableTimestamp
  unaccountedBecause: Maybe<'replaced' | 'reorged' | 'failed'>
  wasReorged: Generated<boolean>
  replacedBy: Maybe<string>
  valueCentsAtFirstSeen: Maybe<number>
}
/** What one source last reported about a payment. */
export type PaymentViewsTable = {
  paymentId: number
  source: string
  state: 'mempool' | 'mined' | 'gone'
  amount: string
  blockHeight: Maybe<number>
  blockHash: Maybe<string>
  replacedBy: Maybe<string>
  goneBecause: Maybe<'replaced' | 'reorged' | 'failed'>
  seenAt: Timestamp
}
export type ChainCursorsTable = {
  chain: string
  source: string
  /** Height up to which everything was read. */
  position: number
  tipHeight: Maybe<number>
  tipHash: Maybe<string>
  finalHeight: Maybe<number>
  caughtUp: Generated<boolean>
  /** The last blocks that were read, `[height, hash][]`, oldest first. */
  hashes: ColumnType<unknown, string | undefined, string>
  /** Last time that everything could be read. */
  checkedAt: NullableTimestamp
  triedAt: NullableTimestamp
  lastError: Maybe<string>
}
/** Append-only: the database refuses updates. */
export type PaymentIntentEventsTable = {
  id: Generated<number>
  intentId: string
  at: Timestamp
  kind: string
  fromStatus: Maybe<string>
  toStatus: string
  exceptions: string[]
  note: Maybe<string>
}
export type WebhookEndpointsTable = {
  id: string
  url: string
  /** Sealed with a key of its own, derived from the server's secret key. */
  sealedSecret: Uint8Array
  createdBy: Maybe<string>
  createdAt: Timestamp
  disabledAt: NullableTimestamp
  disabledBecause: Maybe<string>
}
export type WebhookDeliveriesTable = {
  id: string
  endpointId: string
  type: string
  /** The exact bytes that are signed and sent. */
  body: string
  createdAt: Timestamp
  status: ColumnType<
    'queued' | 'delivered' | 'failed',
    'queued' | undefined,
    'queued' | 'delivered' | 'failed'
  >
  attempts: Generated<number>
  /** Attempts since it was made or replayed: the position in the schedule. */
  round: Generated<number>
  nextAttemptAt: NullableTimestamp
  lastStatusCode: Maybe<number>
  lastError: Maybe<string>
  deliveredAt: NullableTimestamp
}
export type WebhookAttemptsTable = {
  id: Generated<number>
  deliveryId: string
  at: Timestamp
  durationMs: number
  statusCode: Maybe<number>
  error: Maybe<string>
}

export type OperatorSecretsTable = {
  userId: string
  /** Of the authenticator, sealed with the server's key. */
  sealedSecret: string
  /** The time step of the last code that was used: each counts once. */
  lastStep: Generated<number>
  grantedAt: Timestamp
  role: Generated<OperatorRole>
}
/** Sessions whose operator has proven the second factor. */
/** Of an operator whose authenticator is gone; each counts once. */
export type RecoveryCodesTable = {
  userId: string
  codeHash: Uint8Array
  /** Which of the server's keys hashed it; null: the one from before this was noted. */
  keyPrint: Maybe<string>
  madeAt: Timestamp
  usedAt: NullableTimestamp
}
export type PasskeysTable = {
  id: string
  userId: string
  /** As browsers name it, base64url. */
  credentialId: string
  /** COSE. */
  publicKey: Uint8Array
  signCount: number
  transports: string[]
  name: string
  addedAt: Timestamp
  usedAt: NullableTimestamp
}
/** What the session was last asked to sign; used up by an answer. */
export type PasskeyChallengesTable = { sessionId: string; challenge: string; madeAt: Timestamp }
export type SessionFactorsTable = { sessionId: string; provenAt: Timestamp }
/** Append-only: the database refuses updates and deletes. */
export type DeskAuditTable = {
  id: Generated<number>
  at: Timestamp
  operatorId: Maybe<string>
  operator: string
  action: string
  subject: string
  reason: Maybe<string>
}
export type InquiryAnswersTable = {
  id: Generated<number>
  inquiryId: string
  at: Timestamp
  operator: string
  subject: string
  body: string
}

export type DiagnosticSetsTable = {
  id: Generated<string>
  /** What many were asked for at once; the same again takes none twice. */
  orderId: string
  controllerId: string
  ownerId: string
  shipName: Maybe<string>
  takenAt: Timestamp
  /** The operator's name. */
  takenBy: string
  reason: string
  /** `AttachedData` of the contract. */
  data: Json
  /** `BoardAnswer` of the contract; null: there is none. */
  board: ColumnType<unknown, string | null | undefined, string>
  /** Whether the box was asked too. */
  boardAsked: Generated<boolean>
}

export type FaultReportsTable = {
  id: Generated<string>
  reference: string
  userId: string
  shipId: Maybe<string>
  /** Names as they were when it was opened. */
  shipName: Maybe<string>
  minerId: Maybe<number>
  minerName: Maybe<string>
  subject: string
  state: ColumnType<ReportState, ReportState | undefined, ReportState>
  outcome: Maybe<string>
  /** Telephone number for a call back. */
  phone: Maybe<string>
  openedAt: Timestamp
  /** Start of the promised time to answer: when it was opened, and again when its owner reopened it. */
  askedAt: Timestamp
  /** The first answer by a person since then. */
  answeredAt: NullableTimestamp
  movedAt: Timestamp
  closedAt: NullableTimestamp
  assignedTo: Maybe<string>
  /** The last message that its owner has seen. */
  ownerReadId: Generated<number>
  /** What was known about the miners, `AttachedData` of the contract. */
  data: Json
  /** What it is searched by; kept by the database. */
  searchWords: Generated<string>
}
/** The thread of a report. Names as they were: they stay when people leave. */
export type FaultMessagesTable = {
  id: Generated<number>
  reportId: string
  at: Timestamp
  kind: 'message' | 'note' | 'closed' | 'reopened'
  by: 'owner' | 'desk'
  author: string
  body: Maybe<string>
}

export type ControllerReleasesTable = {
  version: string
  /** The signed text, byte for byte. */
  manifest: string
  signature: string
  archive: Uint8Array
  publishedAt: Timestamp
}
/** Files of firmware, each known by its owner and its SHA-256. */
export type FirmwareFilesTable = {
  ownerId: string
  sha256: string
  name: string
  family: FirmwareFamily
  model: string
  version: string
  bytes: number
  receivedBytes: Generated<number>
  /** When it was whole, and its digest and header right. */
  readyAt: NullableTimestamp
  createdAt: Timestamp
}
export type FirmwarePartsTable = {
  ownerId: string
  sha256: string
  startsAt: number
  content: Uint8Array
}
export type FirmwareSeriesTable = {
  id: string
  ownerId: string
  controllerId: string
  sha256: string
  /** As it was signed: the file itself may be gone. */
  file: Json
  /** Ids of the miners with their device keys, in order. */
  miners: Json
  orderText: string
  signature: string
  state: FirmwareSeriesState
  reason: Maybe<string>
  fetchedPercent: Maybe<number>
  /** Of the last progress, which only rises. */
  step: Generated<number>
  /** How each miner fares, as the box reported it. */
  devices: Json
  isCancelled: Generated<boolean>
  issuedAt: Timestamp
  expiresAt: Timestamp
  changedAt: Timestamp
}
export type RolloutsTable = {
  id: string
  version: string
  state: RolloutState
  stages: Json
  stage: number
  startedAt: Timestamp
  stageStartedAt: Timestamp
  reportWithinMs: number
  tolerated: number
  forgiven: Generated<number>
  haltReason: Maybe<HaltReason>
  haltControllerId: Maybe<string>
}
export type RolloutMembersTable = {
  rolloutId: string
  controllerId: string
  stage: number
  state: ColumnType<MemberState, MemberState | undefined, MemberState>
  reason: Maybe<UpdateReason>
  detail: Maybe<string>
  offeredAt: NullableTimestamp
  changedAt: Timestamp
}

/** Every table. Columns are snake_case in SQL and camelCase here; values are those of `type-parsers.ts`. */
/** Who took a piece of work at the desk. */
export type DeskClaimsTable = {
  job: string
  userId: string
  at: Date
}

/** What the desk notes about a person. */
export type DeskNotesTable = {
  id: Generated<number>
  userId: string
  at: Date
  operator: string
  text: string
}

export type Database = {
  deskClaims: DeskClaimsTable
  deskNotes: DeskNotesTable
  users: UsersTable
  wallets: WalletsTable
  passwords: PasswordsTable
  walletNonces: WalletNoncesTable
  registrationTickets: RegistrationTicketsTable
  sessions: SessionsTable
  sessionTokens: SessionTokensTable
  proofNonces: ProofNoncesTable
  accountTokens: AccountTokensTable
  payoutAddressEvents: PayoutAddressEventsTable
  ships: ShipsTable
  shipCrew: ShipCrewTable
  crewInvitations: CrewInvitationsTable
  controllers: ControllersTable
  controllerTransfers: ControllerTransfersTable
  miners: MinersTable
  alerts: AlertsTable
  alertWaiting: AlertWaitingTable
  minerMarks: MinerMarksTable
  setAside: SetAsideTable
  strangers: StrangersTable
  commissioningReports: CommissioningReportsTable
  spoolEpochs: SpoolEpochsTable
  batchDigests: BatchDigestsTable
  alertRules: AlertRulesTable
  alertChannels: AlertChannelsTable
  mergedAccounts: MergedAccountsTable
  alertEscalations: AlertEscalationsTable
  telegramBot: TelegramBotTable
  telegramCodes: TelegramCodesTable
  telegramLinks: TelegramLinksTable
  pushSubscriptions: PushSubscriptionsTable
  pushKeys: PushKeysTable
  alertDeliveries: AlertDeliveriesTable
  boardEvents: BoardEventsTable
  commands: CommandsTable
  changeLog: ChangeLogTable
  awaySpans: AwaySpansTable
  powerSettings: PowerSettingsTable
  fuelSettings: FuelSettingsTable
  ruleSettings: RuleSettingsTable
  powerState: PowerStateTable
  power_5m: PowerBucketTable
  power_1h: PowerBucketTable
  powerEvents: PowerEventsTable
  minerState: MinerStateTable
  miner_5m: Miner5mTable
  packedDays: PackedDaysTable
  miner_1h: Miner1hTable
  pastHours: Miner1hTable
  miner_1d: Miner1dTable
  controller_5m: ControllerBucketTable
  controller_1h: ControllerBucketTable
  controller_1d: Controller1dTable
  guesses: GuessesTable
  requestCounts: RequestCountsTable
  requestTallies: RequestTalliesTable
  networkDays: NetworkDaysTable
  priceQuotes: PriceQuotesTable
  poolProfiles: PoolProfilesTable
  coinDays: CoinDaysTable
  receipts: ReceiptsTable
  poolAddresses: PoolAddressesTable
  payouts: PayoutsTable
  payoutRuns: PayoutRunsTable
  payoutRunLines: PayoutRunLinesTable
  mailings: MailingsTable
  mailingRecipients: MailingRecipientsTable
  mailSuppressions: MailSuppressionsTable
  statementMails: StatementMailsTable
  weeklyMails: WeeklyMailsTable
  jobRuns: JobRunsTable
  products: ProductsTable
  productVersions: ProductVersionsTable
  apiKeys: ApiKeysTable
  poolTemplates: PoolTemplatesTable
  savedFilters: SavedFiltersTable
  newsletterConsents: NewsletterConsentsTable
  providerConsents: ProviderConsentsTable
  providerOrders: ProviderOrdersTable
  leftOutMiners: LeftOutMinersTable
  inquiries: InquiriesTable
  mails: MailsTable
  counters: CountersTable
  offers: OffersTable
  orders: OrdersTable
  orderLines: OrderLinesTable
  boxes: BoxesTable
  boxEvents: BoxEventsTable
  fittingPlans: FittingPlansTable
  orderEvents: OrderEventsTable
  orderBalances: OrderBalancesTable
  stockMovements: StockMovementsTable
  refunds: RefundsTable
  refundCodes: RefundCodesTable
  proposals: ProposalsTable
  refundRuns: RefundRunsTable
  invoices: InvoicesTable
  bankEntries: BankEntriesTable
  statementImports: StatementImportsTable
  bankBookings: BankBookingsTable
  idempotencyKeys: IdempotencyKeysTable
  commandKeys: CommandKeysTable
  secretKeys: SecretKeysTable
  settings: SettingsTable
  paymentAddressCounters: PaymentAddressCountersTable
  paymentIntents: PaymentIntentsTable
  observedPayments: ObservedPaymentsTable
  paymentViews: PaymentViewsTable
  chainCursors: ChainCursorsTable
  paymentIntentEvents: PaymentIntentEventsTable
  webhookEndpoints: WebhookEndpointsTable
  webhookDeliveries: WebhookDeliveriesTable
  webhookAttempts: WebhookAttemptsTable
  operatorSecrets: OperatorSecretsTable
  sessionFactors: SessionFactorsTable
  recoveryCodes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  deskAudit: DeskAuditTable
  inquiryAnswers: InquiryAnswersTable
  faultReports: FaultReportsTable
  diagnosticSets: DiagnosticSetsTable
  faultMessages: FaultMessagesTable
  controllerReleases: ControllerReleasesTable
  firmwareFiles: FirmwareFilesTable
  firmwareParts: FirmwarePartsTable
  firmwareSeries: FirmwareSeriesTable
  rollouts: RolloutsTable
  rolloutMembers: RolloutMembersTable
}
