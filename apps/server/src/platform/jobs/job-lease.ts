import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store, Trx } from '../db/store.ts'

/** After this time without a word from its holder another copy of the server may take a job. */
export const leaseMs = 30_000

/** A job held by this copy of the server. */
export type JobLease = {
  /** Aborted when the lease was lost: what has not been begun yet must not be. */
  signal: AbortSignal
  /** Names this holder; a later one has a greater one. */
  token: number
  /**
   * Called first in each transaction of an effect: until it ends nobody else takes the job.
   * @throws LeaseLostError when another may have it already
   */
  fence(trx: Trx): Promise<void>
}

/** Another copy of the server may have taken the job: what this one was about to do must not be done. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

export type LeaseOutcome<T> =
  | { acquired: true; value: T }
  /** `waitMs`: when it is worth asking again; the job is not due before, or held by another copy until then. */
  | { acquired: false; waitMs: number }

export type LeaseOptions = {
  /** Null: whether it is due or not, and without changing when it is. Otherwise it is due again this long after it ended, ms. */
  intervalMs: number | null
  leaseMs?: number
}

/**
 * Runs `work` while this copy of the server holds the job. The lease is a row, renewed while the work lasts, its times by the database's
 * clock: it needs no connection of its own, and a lost connection does not give it to another copy while this one still works.
 */
export async function withJobLease<T>(
  store: Pick<Store, 'db'>,
  name: string,
  options: LeaseOptions,
  work: (lease: JobLease) => Promise<T>,
): Promise<LeaseOutcome<T>> {
  const { intervalMs, leaseMs: heldMs = leaseMs } = options
  let sureUntil = performance.now() + heldMs
  const token = await claimJob(store, name, { heldMs, onlyWhenDue: intervalMs !== null })
  if (token === null) return { acquired: false, waitMs: await readWait(store, name, intervalMs !== null) }
  const lost = new AbortController()
  const renewal = setInterval(() => {
    const askedAt = performance.now()
    if (askedAt >= sureUntil) lost.abort()
    renewJob(store, name, { token, heldMs }).then(
      (isHeld) => {
        if (isHeld) sureUntil = askedAt + heldMs
        else lost.abort()
      },
      // The next renewal may reach the database in time.
      () => undefined,
    )
  }, heldMs / 4)
  renewal.unref()
  try {
    return {
      acquired: true,
      value: await work({ signal: lost.signal, token, fence: (trx) => assertHeld(trx, name, token) }),
    }
  } finally {
    clearInterval(renewal)
    await releaseJob(store, name, { token, intervalMs })
  }
}

/** How often one that waits for its turn asks whether the job is free, ms: its holder may give it back long before the lease ends. */
const askAgainMs = 100

/** As `withJobLease`, and waits for its turn, whether the job is due or not. */
export async function awaitJobLease<T>(
  store: Pick<Store, 'db'>,
  name: string,
  work: (lease: JobLease) => Promise<T>,
): Promise<T> {
  for (;;) {
    const turn = await withJobLease(store, name, { intervalMs: null }, work)
    if (turn.acquired) return turn.value
    await sleep(askAgainMs * (1 + Math.random()))
  }
}

/** Whether somebody holds a job now. What is answered stays so until the transaction ends, unless the holder gives it back. */
export async function isJobHeld(trx: Trx, name: string): Promise<boolean> {
  await sql`INSERT INTO job_runs (name) VALUES (${name}) ON CONFLICT DO NOTHING`.execute(trx)
  const { rows } = await sql<{ isHeld: boolean }>`
    SELECT coalesce(lease_until > clock_timestamp(), false) AS is_held FROM job_runs WHERE name = ${name} FOR SHARE`.execute(
    trx,
  )
  return rows[0]?.isHeld === true
}

/** On a database that only this process can open no other copy holds anything: what a killed one left is given back, and due. */
export async function clearLeases(store: Pick<Store, 'db'>): Promise<void> {
  await store.db.updateTable('jobRuns').set({ leaseUntil: null, dueAt: null }).execute()
}

const after = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`

async function claimJob(
  { db }: Pick<Store, 'db'>,
  name: string,
  { heldMs, onlyWhenDue }: { heldMs: number; onlyWhenDue: boolean },
): Promise<number | null> {
  const { rows } = await sql<{ token: number }>`
    INSERT INTO job_runs AS j (name, token, lease_until) VALUES (${name}, 1, ${after(heldMs)})
    ON CONFLICT (name) DO UPDATE SET token = j.token + 1, lease_until = excluded.lease_until
      WHERE (j.lease_until IS NULL OR j.lease_until <= clock_timestamp())
        AND (NOT ${onlyWhenDue} OR j.due_at IS NULL OR j.due_at <= clock_timestamp())
    RETURNING token`.execute(db)
  return rows[0]?.token ?? null
}

async function assertHeld(trx: Trx, name: string, token: number): Promise<void> {
  const { rows } = await sql`
    SELECT token FROM job_runs WHERE name = ${name} AND token = ${token} AND lease_until > clock_timestamp()
    FOR SHARE`.execute(trx)
  if (rows.length === 0) throw new LeaseLostError(`this copy of the server does not hold ${name} any more`)
}

async function readWait({ db }: Pick<Store, 'db'>, name: string, untilDue: boolean): Promise<number> {
  const { rows } = await sql<{ waitMs: number }>`
    SELECT (extract(epoch FROM greatest(lease_until, CASE WHEN ${untilDue} THEN due_at END, clock_timestamp()) - clock_timestamp()) * 1000)::int
      AS wait_ms
    FROM job_runs WHERE name = ${name}`.execute(db)
  return rows[0]?.waitMs ?? 0
}

async function renewJob(
  { db }: Pick<Store, 'db'>,
  name: string,
  { token, heldMs }: { token: number; heldMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobRuns')
    .set({ leaseUntil: after(heldMs) })
    .where('name', '=', name)
    .where('token', '=', token)
    // A renewal that reaches the database after the end must not hold again what was given back.
    .where('leaseUntil', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function releaseJob(
  { db }: Pick<Store, 'db'>,
  name: string,
  { token, intervalMs }: { token: number; intervalMs: number | null },
): Promise<void> {
  await db
    .updateTable('jobRuns')
    .set({ leaseUntil: null, ...(intervalMs === null ? {} : { dueAt: after(intervalMs) }) })
    .where('name', '=', name)
    .where('token', '=', token)
    .execute()
}
