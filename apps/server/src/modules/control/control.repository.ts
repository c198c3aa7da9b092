import type { CommandReport } from '@shipminer/contract/control'
import { type CommandState, nextCommandState, openCommandStates } from '@shipminer/domain/fleet/command'
import { type Selectable, sql } from 'kysely'
import type { CommandsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { type Right, shipsWithinReach, withinReach } from '../ships/ships.port.ts'

export type CommandRow = Selectable<CommandsTable>
export type NewCommand = {
  id: string
  controllerId: string
  minerId: number | null
  action: string
  parameters: object
  restoreOf: string | null
  orderId?: string
  byProvider?: boolean
  issuedBy: string
  issuedByKey: string | null
  issuedAt: Date
  expiresAt: Date
  orderText: string
  signature: string
}

/** A miner of the caller, with what is needed to name and reach it. */
export type ControlledMiner = {
  id: number
  controllerId: string
  deviceKey: string
  name: string | null
  model: string | null
  make: string | null
  worker: string | null
  capabilities: unknown
}

const minerColumns = [
  'm.id',
  'm.controllerId',
  'm.deviceKey',
  'm.name',
  'm.model',
  'm.make',
  'm.capabilities',
] as const

export type MinerScope = {
  minerId?: number
  minerIds?: readonly number[]
  controllerId?: string
  shipId?: string
}

/** Listed miners that somebody has a right to; others do not exist. */
export async function listReachedMiners(
  db: Queryable,
  userId: string,
  right: Right,
  scope: MinerScope,
): Promise<ControlledMiner[]> {
  const rows = await db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .select(minerColumns)
    .select('m.detail')
    .where(withinReach('c', userId, right))
    .where('c.revokedAt', 'is', null)
    .where('m.hiddenAt', 'is', null)
    .$if(scope.minerId !== undefined, (query) => query.where('m.id', '=', scope.minerId ?? 0))
    .$if(scope.minerIds !== undefined, (query) => query.where('m.id', 'in', [...(scope.minerIds ?? [])]))
    .$if(scope.controllerId !== undefined, (query) =>
      query.where('m.controllerId', '=', scope.controllerId ?? ''),
    )
    .$if(scope.shipId !== undefined, (query) => query.where('c.shipId', '=', scope.shipId ?? ''))
    .orderBy('m.controllerId')
    .orderBy('m.id')
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, worker: workerOf(detail) }))
}

function workerOf(detail: unknown): string | null {
  const pools = (detail as { pools?: { active?: boolean; user?: string | null }[] } | null)?.pools
  return pools?.find(({ active }) => active)?.user ?? null
}

export async function reachesController(
  db: Queryable,
  userId: string,
  right: Right,
  controllerId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('controllers')
    .select('id')
    .where('id', '=', controllerId)
    .where(withinReach('controllers', userId, right))
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a controller has a line to some server, as far as is known: it has not ended, and was seen since then. */
export async function hasLine(db: Queryable, controllerId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('controllers')
    .select('id')
    .where('id', '=', controllerId)
    .where('connectionId', 'is not', null)
    .where('lastSeenAt', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Controllers that somebody may act on and that were ever seen, the most recently seen first. */
export function listActedControllers(
  db: Queryable,
  userId: string,
): Promise<{ id: string; lastSeenAt: Date | null }[]> {
  return db
    .selectFrom('controllers')
    .select(['id', 'lastSeenAt'])
    .where(withinReach('controllers', userId, 'act'))
    .where('revokedAt', 'is', null)
    .where('enrolledAt', 'is not', null)
    .orderBy('lastSeenAt', (column) => column.desc().nullsLast())
    .execute()
}

export async function reachesShip(
  db: Queryable,
  userId: string,
  right: Right,
  shipId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('ships')
    .select('id')
    .where('id', '=', shipId)
    .where(shipsWithinReach('ships', userId, right))
    .executeTakeFirst()
  return row !== undefined
}

/** Only the given fields change; `shipId` null takes it off its ship. */
export async function updateController(
  db: Queryable,
  controllerId: string,
  change: { shipId?: string | null | undefined; name?: string | undefined },
): Promise<void> {
  const { shipId, name } = change
  if (shipId === undefined && name === undefined) return
  await db
    .updateTable('controllers')
    .set({ ...(shipId === undefined ? {} : { shipId }), ...(name === undefined ? {} : { name }) })
    .where('id', '=', controllerId)
    .execute()
}

/** Stores commands; an existing id stays as it is. */
export async function insertCommands(trx: Queryable, commands: readonly NewCommand[]): Promise<void> {
  for (let start = 0; start < commands.length; start += 500) {
    await trx
      .insertInto('commands')
      .values(
        commands.slice(start, start + 500).map(({ parameters, ...command }) => ({
          ...command,
          parameters: JSON.stringify(parameters),
          state: 'queued' as const,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

export type CommandListRow = Omit<CommandRow, 'orderText' | 'signature' | 'orderId'> & {
  minerName: string | null
  minerModel: string | null
  minerMake: string | null
  minerDetail: unknown
  minerCalled: string | null
  issuedByName: string | null
}

/** Commands that somebody may look at by id, or the newest of one miner. */
export function listCommands(
  db: Queryable,
  userId: string,
  wanted: { ids: readonly string[] } | { minerId: number; limit: number },
): Promise<CommandListRow[]> {
  return selectCommands(db, userId)
    .$if('ids' in wanted, (query) => query.where('k.id', 'in', 'ids' in wanted ? [...wanted.ids] : []))
    .$if('minerId' in wanted, (query) =>
      query.where('k.minerId', '=', 'minerId' in wanted ? wanted.minerId : 0),
    )
    .orderBy('k.issuedAt', 'desc')
    .orderBy('k.id')
    .limit('limit' in wanted ? wanted.limit : 10_000)
    .execute()
}

function selectCommands(db: Queryable, userId: string) {
  return db
    .selectFrom('commands as k')
    .innerJoin('controllers as c', 'c.id', 'k.controllerId')
    .leftJoin('miners as m', 'm.id', 'k.minerId')
    .leftJoin('users as u', 'u.id', 'k.issuedBy')
    .select([
      'k.id',
      'k.controllerId',
      'k.minerId',
      'k.action',
      'k.parameters',
      'k.restoreOf',
      'k.state',
      'k.reason',
      'k.restorable',
      'k.issuedBy',
      'k.issuedByKey',
      'k.byProvider',
      'k.issuedAt',
      'k.expiresAt',
      'k.finishedAt',
      'm.name as minerName',
      'm.model as minerModel',
      'm.make as minerMake',
      'm.detail as minerDetail',
      'm.called as minerCalled',
      'u.name as issuedByName',
    ])
    .where(withinReach('c', userId, 'read'))
}

/** Commands of an order to many by their state, and those that did not succeed. */
type OrderRows = { states: { state: CommandState; count: number }[]; failed: CommandListRow[] }

/** Commands of one order to many that somebody may look at, by state; and those that ended without success. */
export async function readOrder(
  db: Queryable,
  userId: string,
  orderId: string,
  failedShown: number,
): Promise<OrderRows> {
  const states = await db
    .selectFrom('commands as k')
    .innerJoin('controllers as c', 'c.id', 'k.controllerId')
    .select(({ fn }) => ['k.state', fn.countAll<number>().as('count')])
    .where('k.orderId', '=', orderId)
    .where(withinReach('c', userId, 'read'))
    .groupBy('k.state')
    .execute()
  const failed = await selectCommands(db, userId)
    .where('k.orderId', '=', orderId)
    .where('k.state', 'not in', [...openCommandStates, 'confirmed'])
    .orderBy('k.minerId')
    .limit(failedShown)
    .execute()
  return { states: states.map(({ state, count }) => ({ state, count: Number(count) })), failed }
}

export type Deliverable = { id: string; orderText: string }

/** Commands that a controller has not reported on and that have not expired, oldest first. */
export async function listDeliverable(
  db: Queryable,
  controllerId: string,
  now: Date,
  states: readonly CommandState[],
): Promise<Deliverable[]> {
  const rows = await db
    .selectFrom('commands')
    .select(['id', 'orderText'])
    .where('controllerId', '=', controllerId)
    .where('state', 'in', [...states])
    .where('expiresAt', '>', now)
    .orderBy('issuedAt')
    .orderBy('id')
    .limit(10_000)
    .execute()
  return rows.flatMap(({ id, orderText }) => (orderText ? [{ id, orderText }] : []))
}

export async function markSent(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('commands')
    .set({ state: 'sent' })
    .where('id', 'in', [...ids])
    .where('state', '=', 'queued')
    .execute()
}

/** Stores what a controller reports about its commands; a repeated report has no effect. @returns the ids whose status changed. */
export async function applyReports(
  trx: Trx,
  controllerId: string,
  reports: readonly (Omit<CommandReport, 'at'> & { at: Date })[],
): Promise<string[]> {
  const moved: string[] = []
  for (const report of reports) {
    const row = await trx
      .selectFrom('commands')
      .select(['id', 'state', 'minerId', 'action', 'restoreOf', 'issuedAt'])
      .where('id', '=', report.commandId)
      .where('controllerId', '=', controllerId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row || report.state === 'queued' || report.state === 'sent' || report.state === 'cancelled') continue
    const state = nextCommandState(row.state, report.state)
    if (!state) continue
    const isOver = !(openCommandStates as readonly CommandState[]).includes(state)
    await trx
      .updateTable('commands')
      .set({
        state,
        reason: report.reason,
        restorable: report.restorable,
        finishedAt: isOver ? report.at : null,
        ...(isOver ? { orderText: null, signature: null } : {}),
      })
      .where('id', '=', row.id)
      .execute()
    moved.push(row.id)
    if (row.minerId !== null) await noteOrder(trx, { ...row, minerId: row.minerId }, report)
  }
  return moved
}

/** Whether a miner should run by an order of its owner. */
const wishOf: Record<string, boolean> = { start: true, wake: true, stop: false, sleep: false }

/** An order counts from the moment it arrives on board, whatever the device does with it; of several the one given last. */
async function noteOrder(
  trx: Trx,
  order: { minerId: number; action: string; restoreOf: string | null; issuedAt: Date },
  report: { state: CommandState; at: Date },
): Promise<void> {
  if (report.state === 'expired' || order.action === 'locate') return
  const wish = wishOf[order.action]
  if (wish !== undefined) {
    // Putting back what was before a stop is a start.
    const isStopped = wish === (order.restoreOf !== null)
    await trx
      .updateTable('miners')
      .set({ wishedAt: order.issuedAt, stoppedAt: isStopped ? report.at : null })
      .where('id', '=', order.minerId)
      .where((eb) => eb.or([eb('wishedAt', 'is', null), eb('wishedAt', '<', order.issuedAt)]))
      .execute()
  }
  if (report.state === 'running' || report.state === 'confirmed' || report.state === 'unconfirmed')
    await trx
      .updateTable('miners')
      .set({ commandedAt: report.at })
      .where('id', '=', order.minerId)
      .where((eb) => eb.or([eb('commandedAt', 'is', null), eb('commandedAt', '<', report.at)]))
      .execute()
}

/** Ends expired commands: those never sent, and those without a report for another `graceMs`. */
export async function endOverdue(db: Queryable, now: Date, graceMs: number): Promise<string[]> {
  const ended: string[] = []
  for (const [states, before] of [
    [['queued'], now],
    [['sent', 'running'], new Date(now.getTime() - graceMs)],
  ] as const) {
    for (const state of states) {
      const next = nextCommandState(state, 'overdue')
      if (!next) continue
      const rows = await db
        .updateTable('commands')
        .set({ state: next, reason: 'no-answer', finishedAt: now, orderText: null, signature: null })
        .where('state', '=', state)
        .where('expiresAt', '<=', before)
        .returning('controllerId')
        .execute()
      ended.push(...rows.map(({ controllerId }) => controllerId))
    }
  }
  return [...new Set(ended)]
}

/** Only the given fields change. */
export type MinerDetails = {
  name?: string | null | undefined
  location?: string | null | undefined
  notes?: string | null | undefined
  groupName?: string | null
}

/** Of some controllers each, with the groups of its owner. */
export async function listGroupsOfOwners(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<{ controllerId: string; groups: string[] }[]> {
  const { rows } = await sql<{ controllerId: string; groups: string[] }>`
    SELECT c.id AS controller_id, array(
      SELECT DISTINCT m.group_name FROM miners m JOIN controllers o ON o.id = m.controller_id
      WHERE o.owner_id = c.owner_id AND o.revoked_at IS NULL AND m.hidden_at IS NULL AND m.group_name IS NOT NULL ORDER BY 1) AS groups
    FROM controllers c WHERE c.id = ANY(${[...controllerIds]}::text[])`.execute(db)
  return rows
}

export async function updateMinerDetails(
  db: Queryable,
  minerId: number,
  details: MinerDetails,
): Promise<void> {
  const named = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  if (Object.keys(named).length === 0) return
  await db.updateTable('miners').set(named).where('id', '=', minerId).execute()
}

export async function hideMiner(db: Queryable, minerId: number, at: Date): Promise<void> {
  await db.updateTable('miners').set({ hiddenAt: at }).where('id', '=', minerId).execute()
}

/** Adds lines to the history of a controller. */
export async function logChanges(
  db: Queryable,
  changes: readonly {
    controllerId: string
    minerId: number | null
    at: Date
    kind: 'connection' | 'change'
    event: string
    actorId: string | null
    detail: string | null
  }[],
): Promise<void> {
  if (changes.length > 0)
    await db
      .insertInto('changeLog')
      .values([...changes])
      .execute()
}
