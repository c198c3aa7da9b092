import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ImportCountsSchema, ImportedEntrySchema, type StatementImport } from '@shipminer/contract/desk/bank'
import { reasonOf } from '@shipminer/domain/reason-of'
import * as z from 'zod'
import type { Trx } from '../../platform/db/store.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { awaitJobLease, type JobLease, LeaseLostError } from '../../platform/jobs/job-lease.ts'
import { formatResultCounts, noteAction } from '../operators/operators.port.ts'
import { statementImportJob } from '../orders/orders.port.ts'
import { insertEntries, insertEntry, listKept } from './bank.repository.ts'
import { type BankDeps, BankRefused, book, matchableOrders } from './bank.service.ts'
import { describeReason } from './entry-words.ts'
import { type OpenedJudge, openJudge } from './open-judge.ts'
import * as imports from './statement-imports.repository.ts'
import { type Decided, type JudgeReading, longestFile, type Outcome } from './statement-judge.ts'

const compress = promisify(gzip)

/** A statement as it came: its bytes, or a text that was decoded already; `isCompressed`: with gzip. */
export type StatementFile = { bytes: Uint8Array; isCompressed: boolean } | { text: string }

/** Without an operator it is the shell. */
export type ImportedBy = { name: string; operatorId: string | null }

/** Statements up to this number of entries are imported while the caller waits. */
export const waitedFor = 500
const pageSize = 500
/** After so many turns that ended in an error an import waits for a person instead: they may import the file again. */
const mostAttempts = 20

/** What a statement would do. @throws BankRefused when the file is not a statement of the account */
export async function previewStatement(deps: BankDeps, file: StatementFile): Promise<StatementImport> {
  const bytes = await compressFile(file)
  return withJudge(bytes, async (judge) => {
    const { statementIds, notBooked, total } = await decide(deps, judge, bytes)
    const { counts, entries } = await judge.result([])
    return { id: null, state: 'preview', total, done: 0, statementIds, notBooked, counts, entries }
  })
}

/**
 * Stores the import of a statement and runs it: entries that name an order by its reference are booked, each in a transaction of its own; the rest
 * waits for a person. What was decided is stored before anything is booked, so that an import that is cut off goes on where it was, with the same
 * result. An entry that was imported before changes nothing. While it runs, no order expires.
 *
 * @returns its id, and the promise of its end; a caller who does not wait may ask for its standing
 * @throws BankRefused when the file is not a statement of the account
 */
export async function startImport(
  deps: BankDeps,
  file: StatementFile,
  by: ImportedBy,
): Promise<{ id: number; total: number; end: Promise<void> }> {
  const bytes = await compressFile(file)
  const judge = openJudge(bytes.length)
  try {
    const reading = await read(deps, judge, bytes, null)
    const { statementIds, notBooked, total } = reading
    const id = await imports.insertImport(deps.store.db, {
      createdAt: new Date(deps.clock()),
      createdBy: by.name,
      operatorId: by.operatorId,
      file: bytes,
      state: 'running',
      total,
      statementIds,
      notBooked,
    })
    const end = runImport(deps, id, { judge, reading }).finally(() => judge.close())
    return { id, total, end }
  } catch (error) {
    await judge.close()
    throw error
  }
}

/** Imports a statement and waits for its end. @throws BankRefused */
export async function importStatement(
  deps: BankDeps,
  file: StatementFile,
  by: ImportedBy,
): Promise<StatementImport> {
  const { id, end } = await startImport(deps, file, by)
  await end
  return readImport(deps, id)
}

/** How far an import is, or its result. @throws Error when there is none */
export async function readImport({ store }: Pick<BankDeps, 'store'>, id: number): Promise<StatementImport> {
  const row = await imports.findImport(store.db, id)
  if (!row) throw new BankRefused('no-such-import', `there is no import ${id}`)
  return { ...standingOf(row), entries: z.array(ImportedEntrySchema).parse(row.entries ?? []) }
}

/** The newest imports, without their entries. */
export async function listImports(deps: Pick<BankDeps, 'store'>, limit: number) {
  return (await readImports(deps, { sort: 'createdAt', isAscending: false, offset: 0, limit })).imports
}

/** A page of the imports, without their entries, and how many there are. */
export async function readImports({ store }: Pick<BankDeps, 'store'>, page: imports.ImportsPage) {
  const [rows, total] = await Promise.all([
    imports.listImports(store.db, page),
    imports.countImports(store.db),
  ])
  return {
    imports: rows.map((row) => ({
      ...standingOf(row),
      createdAt: row.createdAt.getTime(),
      createdBy: row.createdBy,
    })),
    importsTotal: total,
  }
}

function standingOf(row: imports.ListedRow): Omit<StatementImport, 'entries'> {
  const { id, state, total, done, statementIds, notBooked } = row
  const counts = row.counts === null ? null : ImportCountsSchema.parse(row.counts)
  return { id: String(id), state, total, done, statementIds, notBooked, counts }
}

/** Goes on with imports that were cut off. */
export async function resumeImports(deps: BankDeps): Promise<void> {
  await forEachIsolated(
    await imports.listRunning(deps.store.db),
    (id) => `import ${id}`,
    (id) => runImport(deps, id, null),
  )
}

type Reading = Extract<JudgeReading, { ok: true }>

type Opened = { judge: OpenedJudge; reading: Reading }

type TurnDeps = BankDeps & { lease: JobLease }

/** Stores an effect of the import, unless another copy of the server goes on with it. @throws LeaseLostError */
const storeInTurn = <T>(deps: TurnDeps, change: (trx: Trx) => Promise<T>): Promise<T> =>
  deps.store.db.transaction().execute(async (trx) => {
    await deps.lease.fence(trx)
    return change(trx)
  })

/**
 * One at a time; what has decided comes first, since nobody sees its entries before they are stored. Who loses the turn waits for another one,
 * and finds what was done meanwhile.
 */
async function runImport(deps: BankDeps, id: number, opened: Opened | null): Promise<void> {
  for (let known = opened; ; known = null) {
    try {
      return await awaitJobLease(deps.store, statementImportJob, async (lease) => {
        const turn = { ...deps, lease }
        for (const decided of await imports.listDecided(deps.store.db))
          if (decided !== id) await finishImport(turn, decided, null)
        await finishImport(turn, id, known)
      })
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
    }
  }
}

async function finishImport(deps: TurnDeps, id: number, opened: Opened | null): Promise<void> {
  const work = await imports.findWork(deps.store.db, id)
  // Another server, or an earlier turn, has finished it.
  if (!work) return
  const judge = opened && work.decided === null ? opened.judge : openJudge(work.file.length)
  try {
    const reading =
      judge === opened?.judge ? opened.reading : await read(deps, judge, work.file, work.decided)
    if (work.decided === null) await storeDecision(deps, work, { judge, reading })
    await storeEntries(deps, id, judge)
    const failed = await imports.listFailedKeys(deps.store.db, id, failedWords)
    const { counts, entries } = await judge.result(failed)
    const change = {
      state: 'done' as const,
      done: reading.total,
      decided: null,
      counts: JSON.stringify(counts),
      entries: JSON.stringify(entries),
      lastError: null,
      finishedAt: new Date(deps.clock()),
    }
    await storeInTurn(deps, (trx) => imports.changeImport(trx, id, change))
  } catch (error) {
    if (error instanceof LeaseLostError) throw error
    const lastError = reasonOf(error).slice(0, 500)
    // What the file itself is refused for does not pass.
    const most = error instanceof BankRefused ? 1 : mostAttempts
    await imports.noteFailure(deps.store.db, id, { lastError, most }).catch(() => undefined)
    throw error
  } finally {
    if (judge !== opened?.judge) await judge.close()
  }
}

/** With its line of the audit log where an operator brought anything new. */
async function storeDecision(
  deps: TurnDeps,
  { id, createdBy, operatorId }: imports.ImportWork,
  { judge, reading }: Opened,
): Promise<void> {
  const { decided, counts } = await judgeWith(deps, judge, reading)
  await storeInTurn(deps, async (trx) => {
    await imports.changeImport(trx, id, { decided, counts: JSON.stringify(counts) })
    const isAnyNew = counts.booked + counts.open + counts.outgoing > 0
    if (operatorId === null || !isAnyNew) return
    const operator = { name: createdBy, userId: operatorId }
    await noteAction(deps, trx, operator, {
      action: 'bank.import',
      subject: `statement ${reading.statementIds.join(' ').slice(0, 190)}`,
      reason: formatResultCounts(counts),
    })
  })
}

async function storeEntries(deps: TurnDeps, id: number, judge: OpenedJudge): Promise<void> {
  let done = 0
  for (;;) {
    const found = await judge.take()
    if (found.length === 0) return
    const at = new Date(deps.clock())
    const waiting = found.filter(({ outcome }) => outcome.result !== 'booked')
    for (const one of found) if (one.outcome.result === 'booked') await bookEntry(deps, one, id)
    done += found.length
    await storeInTurn(deps, async (trx) => {
      await insertEntries(
        trx,
        waiting.map((one) => rowOf(one, id, at)),
      )
      await imports.changeImport(trx, id, { done })
    })
  }
}

const keptAs = { booked: 'booked', open: 'open', outgoing: 'ignored', known: 'ignored' } as const

function rowOf({ entry, outcome, isSuspect }: Decided, importId: number, importedAt: Date) {
  const { isNotification: _, ...stored } = entry
  return {
    ...stored,
    outcome: keptAs[outcome.result],
    why: describeReason(outcome),
    importedAt,
    importId,
    isSuspect,
  }
}

const failed: Pick<Outcome, 'result' | 'why'> = { result: 'open', why: 'failed' }
const failedWords = describeReason({ ...failed, matches: [] })

/** Stores an entry and books it to its order; what the order refuses is kept for a person. */
async function bookEntry(deps: TurnDeps, one: Decided, importId: number): Promise<void> {
  const { entry, outcome } = one
  const at = new Date(deps.clock())
  const orderId = outcome.matches[0]?.orderId
  try {
    if (orderId === undefined) throw new Error('an entry without an order cannot be booked')
    await storeInTurn(deps, async (trx) => {
      // Locks the order first, as everywhere.
      await deps.orders.lockOrder(trx, orderId)
      const id = await insertEntry(trx, rowOf(one, importId, at))
      if (id === null) return
      const { statementId, amountCents, bookedOn } = entry
      const reason = `${outcome.why === 'taken-back' ? 'taken back: ' : ''}statement ${statementId}`
      await book(deps, trx, {
        orderId,
        entryId: id,
        amountCents,
        actor: 'system',
        reason,
        at,
        receivedOn: bookedOn,
      })
    })
  } catch (error) {
    if (error instanceof LeaseLostError) throw error
    const why = `${failedWords}: ${reasonOf(error)}`.slice(0, 500)
    const row = { ...rowOf({ ...one, outcome: { ...outcome, ...failed } }, importId, at), why }
    await storeInTurn(deps, (trx) => insertEntry(trx, row))
  }
}

/** @throws BankRefused when the file is not a statement of the account */
async function read(
  { iban }: Pick<BankDeps, 'iban'>,
  judge: OpenedJudge,
  file: Uint8Array,
  decided: Uint8Array | null,
): Promise<Reading> {
  const reading = await judge.open({ file, ownIban: iban, decided })
  if (!reading.ok) throw new BankRefused('unreadable', reading.reason)
  const foreign = reading.accounts.find((account) => iban !== null && account !== iban)
  if (foreign)
    throw new BankRefused('other-account', `the statement is of ${foreign}, and COMPANY_IBAN is ${iban}`)
  return reading
}

async function decide(deps: BankDeps, judge: OpenedJudge, file: Uint8Array): Promise<Reading> {
  const reading = await read(deps, judge, file, null)
  await judgeWith(deps, judge, reading)
  return reading
}

/** Gives the judge what is stored, a page at a time, and the orders, once. */
async function judgeWith({ store, orders }: BankDeps, judge: OpenedJudge, reading: Reading) {
  let after: number | null = 0
  while (after !== null) {
    const page: Awaited<ReturnType<typeof listKept>> = await listKept(store.db, reading, {
      after,
      limit: pageSize,
    })
    if (page.rows.length > 0) await judge.addKept(page.rows)
    after = page.last
  }
  const known = await matchableOrders({ orders }, store.db)
  for (let start = 0; start < known.length; start += pageSize)
    await judge.addOrders(known.slice(start, start + pageSize))
  return judge.decide()
}

async function withJudge<Result>(
  file: Uint8Array,
  task: (judge: OpenedJudge) => Promise<Result>,
): Promise<Result> {
  const judge = openJudge(file.length)
  try {
    return await task(judge)
  } finally {
    await judge.close()
  }
}

async function compressFile(file: StatementFile): Promise<Uint8Array> {
  if ('text' in file) {
    // The mark says that it is UTF-8, whatever the file's own declaration names.
    return compress(Buffer.from(`\ufeff${file.text}`.slice(0, longestFile)))
  }
  return file.isCompressed ? file.bytes : compress(file.bytes)
}
