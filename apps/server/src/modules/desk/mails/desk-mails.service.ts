import type { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  findMailSubject,
  listMailsSetAside,
  listTroubledMails,
  readOutbox,
  requeueFailed,
  setMailAside,
} from '../../../platform/mail/outbox.repository.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

const listed = 200

type Deps = Pick<DeskDeps, 'store' | 'clock'>

export async function readMails(deps: Deps): Promise<z.input<typeof deskMailEndpoints.deskMails.data>> {
  const { db } = deps.store
  const { failed, queued } = await readOutbox(db)
  const mails = await listTroubledMails(db, listed)
  const aside = await listMailsSetAside(db, listed)
  return {
    serverTime: deps.clock(),
    failed,
    waiting: queued,
    mails: mails.map(({ id, status, createdAt, nextAttemptAt, ...mail }) => ({
      ...mail,
      id: String(id),
      createdAt: createdAt.getTime(),
      nextAttemptAt: status === 'failed' ? null : nextAttemptAt.getTime(),
    })),
    setAside: aside.flatMap(({ id, recipient, subject, createdAt, lastError, ...one }) =>
      one.setAsideAt === null
        ? []
        : {
            ...{ id: String(id), recipient, subject, lastError, createdAt: createdAt.getTime() },
            setAsideAt: one.setAsideAt.getTime(),
            operator: one.setAsideBy ?? '',
            reason: one.setAsideReason ?? '',
          },
    ),
  }
}

/** @throws AppError `not-found` */
export function retryMail(deps: Deps, operator: Operator, id: string): Promise<{ requeued: number }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const subject = await findMailSubject(trx, Number(id))
    if (subject === null) throw new AppError('not-found')
    const requeued = await requeueFailed(trx, new Date(deps.clock()), Number(id))
    if (requeued > 0)
      await noteAction(deps, trx, operator, {
        action: 'mail.retry',
        subject: `mail ${id}`,
        reason: subject,
      })
    return { requeued }
  })
}

/** Lets one that was given up rest; what goes out again, or rests already, is left as it is. @throws AppError `not-found` */
export function setAsideMail(
  deps: Deps,
  operator: Operator,
  id: string,
  reason: string,
): Promise<{ setAside: number }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const subject = await findMailSubject(trx, Number(id))
    if (subject === null) throw new AppError('not-found')
    const note = { at: new Date(deps.clock()), by: operator.name, reason }
    if (!(await setMailAside(trx, Number(id), note))) return { setAside: 0 }
    await noteAction(deps, trx, operator, {
      action: 'mail.set-aside',
      subject: `mail ${id}`,
      reason: `${subject} · ${reason}`,
    })
    return { setAside: 1 }
  })
}

/** Nothing to try again leaves no trace. */
export function retryAllMails(deps: Deps, operator: Operator, reason: string): Promise<{ requeued: number }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const requeued = await requeueFailed(trx, new Date(deps.clock()))
    if (requeued > 0)
      await noteAction(deps, trx, operator, {
        action: 'mail.retry-all',
        subject: 'mail',
        reason: `${requeued} × · ${reason}`,
      })
    return { requeued }
  })
}
