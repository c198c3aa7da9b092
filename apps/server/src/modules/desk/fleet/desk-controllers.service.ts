import type { DeskController, deskEndpoints } from '@shipminer/contract/desk'
import { MemoryStateSchema } from '@shipminer/contract/memory'
import * as z from 'zod'
import type * as mini from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  cancelTransfer,
  countControllersByStatus,
  countDeskControllers,
  createController,
  type DeskControllerRow,
  listControllersOfOwner,
  listDeskControllers,
  listSilentControllers,
  lockController,
  reissueClaimKey,
  reissueEnrolment,
  releaseController,
  revokeClaimKey,
  startTransfer,
} from '../../claims/claims.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import { unreadableOn } from '../../power/power.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { type ClaimCard, renderClaimCards } from '../papers/claim-card.ts'

const perPage = 50

type Query = mini.output<typeof deskEndpoints.deskControllers.query & object>
type Create = mini.output<typeof deskEndpoints.deskCreateControllers.body & object>
type Act = mini.output<typeof deskEndpoints.deskControllerAct.body & object>
type Created = mini.input<typeof deskEndpoints.deskControllerAct.data>

const SpoolSchema = z.object({ droppedSamples: z.int(), memory: z.optional(MemoryStateSchema) })

/** A page of controllers, how many fit the filters, and how many of all are in each state. */
export async function listControllers(deps: DeskDeps, query: Query) {
  const { sort = 'createdAt', direction, page = 1 } = query
  const { db } = deps.store
  const now = deps.clock()
  const filter = filterOf(deps, query, now)
  const { seenBefore } = filter
  const [rows, total, byStatus] = await Promise.all([
    listDeskControllers(db, filter, {
      sort,
      isAscending: direction === 'ascending',
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
    countDeskControllers(db, filter),
    countControllersByStatus(db, seenBefore),
  ])
  const controllers = rows.map((row) => present(row, now, deps.offlineAfterMs))
  return { serverTime: now, controllers, perPage, total, byStatus }
}

const filterOf = (
  { offlineAfterMs }: Pick<DeskDeps, 'offlineAfterMs'>,
  { id, search, status, version }: Pick<Query, 'id' | 'search' | 'status' | 'version'>,
  now: number,
) => ({
  id: id ?? null,
  text: search || null,
  status: status ?? null,
  version: version || null,
  seenBefore: new Date(now - offlineAfterMs),
})

/** Those that fit the filters by name, as many as are wanted. */
export async function listAllControllers(
  deps: DeskDeps,
  wanted: Pick<Query, 'search' | 'status' | 'version'>,
  limit: number,
): Promise<DeskController[]> {
  const now = deps.clock()
  const page = { sort: 'name', isAscending: true, limit, offset: 0 } as const
  const rows = await listDeskControllers(deps.store.db, filterOf(deps, wanted, now), page)
  return rows.map((row) => present(row, now, deps.offlineAfterMs))
}

/** Of one owner, oldest first. */
export async function listControllersOf(deps: DeskDeps, ownerId: string): Promise<DeskController[]> {
  const now = deps.clock()
  const rows = await listControllersOfOwner(deps.store.db, ownerId)
  return rows.map((row) => present(row, now, deps.offlineAfterMs))
}

/** Those that fell silent, the longest silent first. */
export async function listSilent(deps: DeskDeps, limit: number): Promise<DeskController[]> {
  const now = deps.clock()
  const rows = await listSilentControllers(deps.store.db, new Date(now - deps.offlineAfterMs), limit)
  return rows.map((row) => present(row, now, deps.offlineAfterMs))
}

/** Creates one or many, all or none, and returns the cards to print. */
export async function createControllers(deps: DeskDeps, operator: Operator, input: Create) {
  const { name, location, count } = input
  if (name === '')
    throw new AppError('invalid-request', { issues: [{ path: 'body.name', message: 'must not be empty' }] })
  const controllers = await deps.store.db.transaction().execute(async (trx) => {
    const made: (ClaimCard & { enrolmentToken: string })[] = []
    for (let index = 1; index <= count; index += 1) {
      const own = { name: count === 1 ? name : `${name} ${index}`, location: location || null }
      const created = await createController({ ...deps, store: { ...deps.store, db: trx } }, own)
      made.push({ ...created, name: own.name })
      const subject = `controller ${created.controllerId}` as const
      await noteAction(deps, trx, operator, { action: 'controller.create', subject, reason: null })
    }
    return made
  })
  return {
    controllers: controllers.map(({ controllerId, claimKey, enrolmentToken }) => ({
      controllerId,
      claimKey,
      enrolmentToken,
    })),
    cardsPdfBase64: await cards(deps, controllers),
  }
}

/** @throws AppError `not-found` */
export async function actOnController(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { action, reason }: Act,
): Promise<Created> {
  const done = await deps.store.db.transaction().execute(async (trx) => {
    const controller = await lockController(trx, id)
    if (!controller || controller.revokedAt) throw new AppError('not-found')
    const { name, ownerId } = controller
    await noteAction(deps, trx, operator, {
      action: `controller.${action}`,
      subject: `controller ${id}`,
      reason,
    })
    switch (action) {
      case 'reissue-key':
        return { name, claimKey: await reissueClaimKey(deps, trx, id) }
      case 'reissue-enrolment':
        return { name, enrolmentToken: await reissueEnrolment(deps, trx, id) }
      case 'revoke-key':
        await revokeClaimKey(trx, id, new Date(deps.clock()))
        return { name }
      case 'start-transfer':
        if (ownerId === null) throw new AppError('controller-not-transferable')
        return { name, claimKey: await startTransfer(deps, trx, controller) }
      case 'cancel-transfer':
        if (!(await cancelTransfer(deps, trx, controller))) throw new AppError('controller-not-transferable')
        return { name }
      case 'release-owner':
        return { name, claimKey: await releaseController(deps, trx, controller) }
    }
  })
  const { name, claimKey = null, enrolmentToken = null } = done as Done
  const isMade = claimKey !== null || enrolmentToken !== null
  return {
    created: isMade ? { controllerId: id, claimKey, enrolmentToken } : null,
    cardsPdfBase64: claimKey === null ? null : await cards(deps, [{ controllerId: id, name, claimKey }]),
  }
}

type Done = { name: string; claimKey?: string; enrolmentToken?: string }

async function cards(deps: DeskDeps, made: readonly ClaimCard[]): Promise<string> {
  const { productName, publicUrl, clock } = deps
  const pdf = await renderClaimCards(made, { productName, publicUrl, at: new Date(clock()) })
  return Buffer.from(pdf).toString('base64')
}

function present(row: DeskControllerRow, now: number, offlineAfterMs: number): DeskController {
  const { id, name, location, owner, version, miners, openAlerts } = row
  const spool = SpoolSchema.safeParse(row.spool)
  return {
    id,
    name,
    location,
    owner,
    createdAt: row.createdAt.getTime(),
    enrolledAt: row.enrolledAt?.getTime() ?? null,
    lastSeenAt: row.lastSeenAt?.getTime() ?? null,
    status: statusOf(row, now, offlineAfterMs),
    version,
    miners,
    openAlerts,
    droppedSamples: spool.data?.memory?.droppedSamples ?? spool.data?.droppedSamples ?? null,
    memory: spool.data?.memory ?? null,
    transferSince: row.transferSince?.getTime() ?? null,
    pastUntil: row.pastUntil?.getTime() ?? null,
    commissionedAt: row.commissionedAt?.getTime() ?? null,
    keySharedAt: row.keySharedAt?.getTime() ?? null,
    memoryRestoredAt: row.memoryRestoredAt?.getTime() ?? null,
    unreadable: unreadableOn([row]),
  }
}

function statusOf(
  { revokedAt, lastSeenAt }: DeskControllerRow,
  now: number,
  offlineAfterMs: number,
): DeskController['status'] {
  if (revokedAt) return 'revoked'
  if (lastSeenAt === null) return 'never-seen'
  return now - lastSeenAt.getTime() > offlineAfterMs ? 'silent' : 'online'
}
