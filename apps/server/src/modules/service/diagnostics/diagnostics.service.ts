import { type BoardAnswer, BoardAnswerSchema, mostBoardBytes } from '@shipminer/contract/board-answer'
import type {
  DiagnosticSet,
  deskDiagnosticEndpoints,
  WhyNotTaken,
} from '@shipminer/contract/desk/diagnostics'
import { FaultSubjectSchema } from '@shipminer/contract/shop/service'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Queryable } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { askBox, findProviderConsent } from '../../control/control.port.ts'
import { noteAction, noteReading } from '../../operators/operators.port.ts'
import { takeData } from '../attached-data.service.ts'
import { reportKeptUntil } from '../forget-reports.ts'
import { presentData } from '../reports.presenter.ts'
import type { ServiceDeps } from '../service.deps.ts'
import * as repository from './diagnostics.repository.ts'

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'offlineAfterMs'>
type Query = z.output<typeof deskDiagnosticEndpoints.deskDiagnostics.query & object>
type Body = z.output<typeof deskDiagnosticEndpoints.deskTakeDiagnostics.body & object>
type Taken = z.input<typeof deskDiagnosticEndpoints.deskTakeDiagnostics.data>

const perPage = 50
/** How long a set that was taken at the desk is kept; the privacy page says so. */
const takenKeptMs = 90 * 86_400_000
/** How long a box may take to say how it is. */
const answerWithinMs = 60_000

export async function listDiagnostics({ store, clock }: Deps, { page = 1, ...filter }: Query) {
  const [rows, total] = await Promise.all([
    repository.listSets(store.db, filter, { limit: perPage, offset: (page - 1) * perPage }),
    repository.countSets(store.db, filter),
  ])
  const now = clock()
  return { sets: rows.map((row) => present(row, now)), total, perPage }
}

/** One set with its values. That it was read is recorded: it says when a ship was where its miners ran. @throws AppError `not-found` */
export async function readDiagnostics(deps: Deps, operator: Operator, id: string) {
  const { db } = deps.store
  const [row] = await repository.listSets(db, { id }, { limit: 1, offset: 0 })
  if (!row) throw new AppError('not-found')
  await noteReading(deps, db, operator, {
    id,
    action: 'diagnostics.read',
    subject: row.reference === null ? `controller ${row.boxes[0]}` : `service ${row.reference}`,
  })
  const { data, board } = await repository.readSet(db, id)
  return {
    set: present(row, deps.clock()),
    data: presentData(data),
    board: BoardAnswerSchema.safeParse(board).data ?? null,
  }
}

/** Takes a set of each box, one after the other, where its owner lets the provider act. */
export async function takeDiagnostics(deps: Deps, operator: Operator, body: Body): Promise<Taken> {
  const ids = [...new Set(body.boxes.map((id) => id.toUpperCase()))]
  const subjects = new Map((await repository.listSubjects(deps.store.db, ids)).map((box) => [box.id, box]))
  const boxes: Taken['boxes'] = []
  for (const id of ids) boxes.push({ id, ...(await takeOne(deps, operator, body, subjects.get(id))) })
  return { boxes }
}

async function takeOne(
  deps: Deps,
  operator: Operator,
  { orderId, reason }: Body,
  box: repository.SetSubject | undefined,
): Promise<{ setId: string | null; whyNot: WhyNotTaken | null }> {
  if (!box) return { setId: null, whyNot: 'unknown' }
  const { ownerId } = box
  if (ownerId === null) return { setId: null, whyNot: 'no-owner' }
  const { db } = deps.store
  const consent = await findProviderConsent(db, ownerId)
  if (!consent?.given) return { setId: null, whyNot: 'no-consent' }
  const now = deps.clock()
  const data = await takeData(
    db,
    { shipId: box.shipId, shipName: box.shipName, minerId: null, controllerIds: [box.id] },
    { now, offlineAfterMs: deps.offlineAfterMs },
  )
  const { isNew, setId } = await db.transaction().execute(async (trx) => {
    const made = await repository.insertSet(trx, {
      ...{ orderId, controllerId: box.id, ownerId, shipName: box.shipName },
      ...{ takenAt: new Date(now), takenBy: operator.name, reason, data: JSON.stringify(data) },
      boardAsked: true,
    })
    if (made === null) return { isNew: false, setId: await repository.findTaken(trx, orderId, box.id) }
    await noteAction(deps, trx, operator, {
      action: 'diagnostics.take',
      subject: `controller ${box.id}`,
      reason,
    })
    return { isNew: true, setId: made }
  })
  // Lost, or without a line, the box is silent; the set is good without it.
  if (isNew && setId !== null)
    await askBox(deps.store, { controllerId: box.id, askId: setId, expiresAt: now + answerWithinMs })
  return { setId, whyNot: null }
}

/** Keeps what a box answered, with the set for which it was asked. */
export async function keepBoardAnswer(
  db: Queryable,
  controllerId: string,
  { setId, board }: { setId: string; board: BoardAnswer },
  now: number,
): Promise<void> {
  const text = JSON.stringify(board)
  // A box keeps to this; what does not is none of ours.
  if (Buffer.byteLength(text) > 2 * mostBoardBytes) return
  const askedAfter = new Date(now - 2 * answerWithinMs)
  await repository.keepBoard(db, { setId, controllerId, board: text, askedAfter })
}

/** Deletes what was taken longer ago than it is kept. */
export const forgetTaken = ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> =>
  repository.removeTakenBefore(store.db, new Date(clock() - takenKeptMs))

function boardStateOf(
  { boardAsked, hasBoard, takenAt }: repository.SetRow,
  now: number,
): DiagnosticSet['board'] {
  if (hasBoard) return 'stored'
  if (!boardAsked) return 'none'
  return now - takenAt.getTime() <= answerWithinMs ? 'asked' : 'silent'
}

function present(row: repository.SetRow, now: number): DiagnosticSet {
  const { id, kind, owner, shipName, boxes, reference, state, takenBy } = row
  return {
    ...{ id, kind, owner, shipName, boxes },
    takenAt: row.takenAt.getTime(),
    miners: row.miners ?? 0,
    bytes: row.bytes,
    board: boardStateOf(row, now),
    report:
      reference === null || state === null
        ? null
        : { reference, subject: FaultSubjectSchema.safeParse(row.subject).data ?? 'other', state },
    taken: takenBy === null ? null : { by: takenBy, reason: row.reason ?? '' },
    keptUntil:
      kind === 'taken'
        ? row.takenAt.getTime() + takenKeptMs
        : row.closedAt && reportKeptUntil(row.closedAt).getTime(),
  }
}
