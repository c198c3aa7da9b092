import {
  maxPoolTemplates,
  type PoolTemplate,
  type PoolTemplateBody,
  PoolTemplateSchema,
} from '@shipminer/contract/control/pool-templates'
import type { Caller } from '../../../platform/auth/authenticator.ts'
import { requireFreshSession } from '../../../platform/auth/fresh-session.ts'
import type { Queryable, Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { lockUser } from '../../users/users.port.ts'
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from './pool-templates.repository.ts'

export type PoolTemplateDeps = { store: Store; clock: () => number }

export async function readPoolTemplates(db: Queryable, userId: string): Promise<PoolTemplate[]> {
  const rows = await listTemplates(db, userId)
  return rows.map(({ id, changedAt, ...row }) =>
    PoolTemplateSchema.parse({ ...row, id: String(id), changedAt: changedAt.getTime() }),
  )
}

/**
 * Makes a template, or changes the one of `id`. A template is where earnings will go, so its owner proves to be there.
 *
 * @throws AppError `proof-required`, `not-found`, `pool-template-name-taken`, `too-many-pool-templates`
 */
export async function savePoolTemplate(
  { store, clock }: PoolTemplateDeps,
  caller: Caller,
  id: number | null,
  wanted: PoolTemplateBody,
): Promise<PoolTemplate[]> {
  requireFreshSession(caller, clock())
  const { userId } = caller
  const at = new Date(clock())
  return store.db.transaction().execute(async (trx) => {
    // Two that are made at once count each other and see each other's name.
    if (!(await lockUser(trx, userId))) throw new AppError('unauthorized')
    const known = await listTemplates(trx, userId)
    if (id !== null && !known.some((template) => template.id === id)) throw new AppError('not-found')
    const others = known.filter((template) => template.id !== id)
    if (others.some(({ name }) => sameName(name, wanted.name))) throw new AppError('pool-template-name-taken')
    if (id === null) {
      if (others.length >= maxPoolTemplates) throw new AppError('too-many-pool-templates')
      await insertTemplate(trx, userId, wanted, at)
    } else if (!(await updateTemplate(trx, userId, id, wanted, at))) throw new AppError('not-found')
    return readPoolTemplates(trx, userId)
  })
}

/** @throws AppError `not-found` */
export async function removePoolTemplate(
  { store }: PoolTemplateDeps,
  userId: string,
  id: number,
): Promise<PoolTemplate[]> {
  if (!(await deleteTemplate(store.db, userId, id))) throw new AppError('not-found')
  return readPoolTemplates(store.db, userId)
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
