import { type Crew, type CrewRole, mostCrew } from '@shipminer/contract/account/crew'
import { createToken, hashToken } from '../../platform/auth/tokens.ts'
import type { Queryable, Store, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { reachChannel } from '../ships/ships.port.ts'
import { type AccountMailDeps, lockUser, queueAccountMail, updateUser } from '../users/users.port.ts'
import * as repository from './crew.repository.ts'

export type CrewDeps = AccountMailDeps & {
  store: Store
  /** Writes into the history of controllers; provided by control. */
  logChange(
    controllerIds: readonly string[],
    actorId: string,
    event: string,
    detail?: string | null,
  ): Promise<void>
}

const invitationLifetimeMs = 7 * 86_400_000

/** @throws AppError `ship-not-found` for a ship that is not the caller's own */
export async function readCrew(deps: CrewDeps, userId: string, shipId: string): Promise<Crew> {
  const { db } = deps.store
  const ship = await requireShip(() => repository.findOwnShip(db, userId, shipId), shipId)
  return presentCrew(deps, db, ship.id)
}

async function presentCrew(deps: CrewDeps, db: Queryable, shipId: string): Promise<Crew> {
  const [members, invitations] = await Promise.all([
    repository.listMembers(db, shipId),
    repository.listInvitations(db, shipId),
  ])
  return {
    members: members.map(({ joinedAt, language: _, ...member }) => ({
      ...member,
      joinedAt: joinedAt.getTime(),
    })),
    invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      sentAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      hasExpired: expiresAt.getTime() <= deps.clock(),
    })),
  }
}

/** Mails somebody a link with which they join. @throws AppError `ship-not-found`, `email-invalid`, `email-not-verified`, `crew-member-already`, `crew-own-ship`, `crew-full` */
export function invite(
  deps: CrewDeps,
  userId: string,
  shipId: string,
  { email, role }: { email: string; role: CrewRole },
): Promise<Crew> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AppError('email-invalid')
  return inTransaction(deps, async (trx) => {
    const ship = await requireShip(() => repository.lockOwnShip(trx, userId, shipId), shipId)
    // The invitation says who sent it, by an address that answers.
    if (!ship.email || !ship.isVerified) throw new AppError('email-not-verified')
    if (ship.email.toLowerCase() === email) throw new AppError('crew-own-ship')
    const members = await repository.listMembers(trx, ship.id)
    if (members.some((member) => member.email?.toLowerCase() === email))
      throw new AppError('crew-member-already')
    const others = (await repository.listInvitations(trx, ship.id)).filter((one) => one.email !== email)
    if (members.length + others.length >= mostCrew) throw new AppError('crew-full')
    const now = deps.clock()
    const token = createToken('crew', deps.randomBytes)
    const expiresAt = new Date(now + invitationLifetimeMs)
    await repository.saveInvitation(trx, {
      ...{ shipId: ship.id, email, role, expiresAt },
      tokenHash: hashToken(token),
      createdAt: new Date(now),
    })
    const { name, owner } = ship
    const language = (await repository.findLanguage(trx, email)) ?? ship.language
    const words = { ship: name, owner, ownerEmail: ship.email }
    await queueAccountMail(
      trx,
      deps,
      { email, language },
      { kind: 'crewInvited', token, role, expiresAt, ...words },
    )
    return presentCrew(deps, trx, ship.id)
  })
}

/** @throws AppError `ship-not-found`, `not-found` */
export async function changeRole(
  deps: CrewDeps,
  ownerId: string,
  { id, userId, role }: { id: string; userId: string; role: CrewRole },
): Promise<Crew> {
  return changeMember(deps, ownerId, { id, userId, event: 'crew-changed' }, (trx, key) =>
    repository.changeRole(trx, key, role),
  )
}

/** @throws AppError `ship-not-found`, `not-found` */
export async function removeMember(
  deps: CrewDeps,
  ownerId: string,
  { id, userId }: { id: string; userId: string },
): Promise<Crew> {
  return changeMember(deps, ownerId, { id, userId, event: 'crew-removed' }, async (trx, key, member) => {
    const { email, language, ship } = member
    if (email) await queueAccountMail(trx, deps, { email, language }, { kind: 'crewEnded', ship })
    return repository.removeMember(trx, key)
  })
}

type Member = { name: string; email: string | null; language: string | null; ship: string }

/** Changes a member in one step with the end of their open pages, which come back with what they may see then. */
async function changeMember(
  deps: CrewDeps,
  ownerId: string,
  { id, userId, event }: { id: string; userId: string; event: string },
  change: (trx: Trx, key: { shipId: string; userId: string }, member: Member) => Promise<boolean>,
): Promise<Crew> {
  const { crew, name, shipId } = await inTransaction(deps, async (trx) => {
    const ship = await requireShip(() => repository.lockOwnShip(trx, ownerId, id), id)
    const member = (await repository.listMembers(trx, ship.id)).find((one) => one.userId === userId)
    if (!member) throw new AppError('not-found')
    const isDone = await change(trx, { shipId: ship.id, userId }, { ...member, ship: ship.name })
    if (!isDone) throw new AppError('not-found')
    await tell(deps, trx, userId)
    return { crew: await presentCrew(deps, trx, ship.id), name: member.name, shipId: ship.id }
  })
  await note(deps, { shipId, by: ownerId, event, detail: name })
  return crew
}

/** @throws AppError `ship-not-found`, `not-found` */
export async function withdrawInvitation(
  deps: CrewDeps,
  userId: string,
  { id, invitationId }: { id: string; invitationId: string },
): Promise<Crew> {
  const { db } = deps.store
  const ship = await requireShip(() => repository.findOwnShip(db, userId, id), id)
  const isDone = isUuid(invitationId) && (await repository.removeInvitation(db, ship.id, invitationId))
  if (!isDone) throw new AppError('not-found')
  return presentCrew(deps, db, ship.id)
}

/** @throws AppError `link-invalid` */
export async function readInvitation(deps: CrewDeps, token: string) {
  const now = new Date(deps.clock())
  const found = await repository.findInvitation(deps.store.db, hashToken(token), now)
  if (!found) throw new AppError('link-invalid')
  const { ship, owner, role, email, expiresAt } = found
  return { ship, owner, role, email, expiresAt: expiresAt.getTime() }
}

/**
 * Joins a crew. The link came to a mailbox, so it is good for the account of that address only, and proves it.
 *
 * @throws AppError `link-invalid`, `crew-other-mailbox`, `crew-own-ship`
 */
export async function acceptInvitation(
  deps: CrewDeps,
  userId: string,
  token: string,
): Promise<{ shipId: string }> {
  const at = new Date(deps.clock())
  const joined = await inTransaction(deps, async (trx) => {
    const account = await lockUser(trx, userId)
    if (!account) throw new AppError('unauthorized')
    const found = await repository.lockInvitation(trx, hashToken(token), at)
    if (!found) throw new AppError('link-invalid')
    if (found.ownerId === userId) throw new AppError('crew-own-ship')
    if (account.email?.toLowerCase() !== found.email.toLowerCase()) throw new AppError('crew-other-mailbox')
    if (account.emailVerifiedAt === null)
      await updateUser(trx, userId, { emailVerifiedAt: at, updatedAt: at })
    const { shipId, role, ship, ownerEmail, ownerLanguage } = found
    await repository.saveMember(trx, { shipId, userId, role, joinedAt: at })
    await repository.removeInvitation(trx, shipId, found.id)
    if (ownerEmail)
      await queueAccountMail(
        trx,
        deps,
        { email: ownerEmail, language: ownerLanguage },
        { kind: 'crewJoined', ship, person: account.name },
      )
    await deps.store.notify('fleet', JSON.stringify({ userId }), trx)
    return { shipId, role }
  })
  await note(deps, { shipId: joined.shipId, by: userId, event: 'crew-joined', detail: null })
  return { shipId: joined.shipId }
}

/** @throws AppError `not-found` */
export async function leave(deps: CrewDeps, userId: string, shipId: string): Promise<void> {
  const isDone =
    isUuid(shipId) &&
    (await inTransaction(deps, async (trx) => {
      await tell(deps, trx, userId)
      return repository.removeMember(trx, { shipId, userId })
    }))
  if (!isDone) throw new AppError('not-found')
  await note(deps, { shipId, by: userId, event: 'crew-left', detail: null })
}

/** Pages of theirs that are open end, and come back with what they may see now. */
async function tell({ store }: CrewDeps, trx: Trx, userId: string): Promise<void> {
  await store.notify('fleet', JSON.stringify({ userId }), trx)
  await store.notify(reachChannel, userId, trx)
}

/** Into the history of each box on the ship. */
async function note(
  deps: CrewDeps,
  { shipId, by, event, detail }: { shipId: string; by: string; event: string; detail: string | null },
): Promise<void> {
  await deps.logChange(await repository.listControllerIds(deps.store.db, shipId), by, event, detail)
}

const inTransaction = <T>(deps: CrewDeps, run: (trx: Trx) => Promise<T>): Promise<T> =>
  deps.store.db.transaction().execute(run)

async function requireShip(
  find: () => Promise<repository.OwnShip | null>,
  shipId: string,
): Promise<repository.OwnShip> {
  const ship = isUuid(shipId) ? await find() : null
  if (!ship) throw new AppError('ship-not-found')
  return ship
}
