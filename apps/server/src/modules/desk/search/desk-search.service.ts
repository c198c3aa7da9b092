import { type DeskHit, deskHitKinds } from '@shipminer/contract/desk/search'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { searchTerms } from '../../../platform/search-terms.ts'
import { lastReasonOf, noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { mayFind } from '../desk-roles.policy.ts'
import { searchKind } from './desk-search.repository.ts'

const perKind = 5
const action = 'desk.search'
/** One who types on, or corrects a letter, searches for the same. */
const sameSearchMs = 60_000

/** Finds what the words may mean, a few of each kind. It shows people's names and addresses, so what was searched for is recorded. */
export async function searchDesk(
  deps: DeskDeps,
  operator: Operator,
  text: string,
): Promise<{ hits: DeskHit[] }> {
  const terms = searchTerms(text)
  const { db } = deps.store
  const kinds = deskHitKinds.filter((kind) => mayFind(operator.role, kind))
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await searchKind(db, kind, { ...terms, limit: perKind })
      return rows.map(({ id, title, detail, amountCents }): DeskHit => {
        const cents = amountCents === null ? null : Number(amountCents)
        return { kind, id, title, detail: detail || null, amountCents: cents }
      })
    }),
  )
  const hits = found.flat()
  if (hits.length > 0) await record(deps, operator, text)
  return { hits }
}

async function record(deps: DeskDeps, operator: Operator, text: string): Promise<void> {
  const { db } = deps.store
  const since = new Date(deps.clock() - sameSearchMs)
  const before = await lastReasonOf(db, { operatorId: operator.userId, action, since })
  if (before !== null && (text.startsWith(before) || before.startsWith(text))) return
  await noteAction(deps, db, operator, { action, subject: 'search', reason: text })
}
