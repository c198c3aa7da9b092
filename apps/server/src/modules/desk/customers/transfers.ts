import type { DeskCustomerDetail } from '@shipminer/contract/desk/customers'
import type { Queryable } from '../../../platform/db/store.ts'
import { listClaims, listOwnersOf } from './customers.repository.ts'

type Had = Awaited<ReturnType<typeof listClaims>>[number]
type Held = Awaited<ReturnType<typeof listOwnersOf>>[number]

const controllerOf = (id: string) => id.split('.', 1)[0] ?? id
/** A past of its own stays with who had it before. */
const isPast = ({ id }: { id: string }) => id.includes('.')
const isSame = (one: Date | null, other: Date | null) =>
  one !== null && other !== null && one.getTime() === other.getTime()
/** By a transfer nothing of before goes along; who claims one that is free gets it from nobody. */
const cameOver = ({ claimedAt, historyFrom }: Had) => isSame(claimedAt, historyFrom)

/** When controllers became a person's, by a claim or from another owner, and when they went to another. */
export async function readClaims(
  db: Queryable,
  userId: string,
): Promise<Pick<DeskCustomerDetail, 'claims' | 'transfers'>> {
  const had = await listClaims(db, userId)
  const changed = had.filter((one) => isPast(one) || cameOver(one)).map(({ id }) => controllerOf(id))
  const held = Map.groupBy(await listOwnersOf(db, [...new Set(changed)]), ({ id }) => controllerOf(id))
  const claims: DeskCustomerDetail['claims'] = []
  const transfers: DeskCustomerDetail['transfers'] = []
  for (const one of had) {
    if (one.claimedAt === null) continue
    const id = controllerOf(one.id)
    const others = held.get(id) ?? []
    const box = { id, name: others.find(({ id: other }) => other === id)?.name ?? one.name }
    const at = one.claimedAt.getTime()
    if (cameOver(one)) transfers.push({ ...box, at, way: 'received', other: giverOf(one, others) })
    else claims.push({ ...box, at })
    if (!isPast(one) || one.claimKeyRevokedAt === null) continue
    transfers.push({ ...box, at: one.claimKeyRevokedAt.getTime(), way: 'given', other: takerOf(one, others) })
  }
  return { claims, transfers: transfers.toSorted((one, next) => next.at - one.at) }
}

const giverOf = ({ claimedAt }: Had, others: readonly Held[]) =>
  others.find((other) => isPast(other) && isSame(other.claimKeyRevokedAt, claimedAt))?.owner || null

const takerOf = ({ claimKeyRevokedAt }: Had, others: readonly Held[]) =>
  others.find((other) => isSame(other.claimedAt, claimKeyRevokedAt))?.owner || null
