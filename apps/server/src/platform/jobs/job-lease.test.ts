import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { describeEachEngine } from '../db/testing.ts'
import { clearLeases, isJobHeld, LeaseLostError, withJobLease } from './job-lease.ts'

describeEachEngine('leases of jobs', ({ store }) => {
  const intervalMs = 3_600_000
  const row = () => store().db.selectFrom('jobRuns').selectAll().where('name', '=', 'mail').executeTakeFirst()
  const inThePast = (column: 'leaseUntil' | 'dueAt') =>
    store()
      .db.updateTable('jobRuns')
      .set({ [column]: sql`clock_timestamp() - interval '1 second'` })
      .execute()

  beforeEach(async () => {
    await store().db.deleteFrom('jobRuns').execute()
  })

  test('many copies, one turn: the others are told when to look again', async () => {
    let turns = 0
    const copies = Array.from({ length: 12 }, () =>
      withJobLease(store(), 'mail', { intervalMs }, async () => {
        turns += 1
      }),
    )
    const outcomes = await Promise.all(copies)
    expect(turns).toBe(1)
    expect(outcomes.filter(({ acquired }) => acquired)).toHaveLength(1)
    const later = await withJobLease(store(), 'mail', { intervalMs }, async () => 'again')
    expect(later).toMatchObject({ acquired: false })
    if (!later.acquired) expect(later.waitMs).toBeGreaterThan(intervalMs / 2)
    await inThePast('dueAt')
    expect(await withJobLease(store(), 'mail', { intervalMs }, async () => 'again')).toEqual({
      acquired: true,
      value: 'again',
    })
  })

  test('asked for out of turn it runs although it is not due, and stays due when it was', async () => {
    await withJobLease(store(), 'mail', { intervalMs }, async () => undefined)
    const before = await row()
    expect(await withJobLease(store(), 'mail', { intervalMs: null }, async () => 7)).toEqual({
      acquired: true,
      value: 7,
    })
    expect(await row()).toMatchObject({ dueAt: before?.dueAt, leaseUntil: null })
    await withJobLease(store(), 'mail', { intervalMs: null }, async () => {
      expect(await withJobLease(store(), 'mail', { intervalMs: null }, async () => 8)).toMatchObject({
        acquired: false,
      })
    })
  })

  test('a copy that lost its lease learns it, and does not give back what another holds', async () => {
    const taken = Promise.withResolvers<void>()
    const learnt = Promise.withResolvers<void>()
    const first = withJobLease(store(), 'mail', { intervalMs, leaseMs: 90 }, async ({ signal }) => {
      signal.addEventListener('abort', () => learnt.resolve())
      // As after a pause that was longer than the lease.
      await inThePast('leaseUntil')
      void takeOver()
      await learnt.promise
      await taken.promise
    })
    const released = Promise.withResolvers<void>()
    let second: Promise<unknown> = Promise.resolve()
    const takeOver = async () => {
      for (let got = false; !got; ) {
        await inThePast('leaseUntil')
        second = withJobLease(store(), 'mail', { intervalMs: null }, async () => {
          got = true
          taken.resolve()
          await released.promise
        })
        await Promise.race([second, taken.promise])
      }
    }
    await first
    await taken.promise
    expect((await row())?.leaseUntil).not.toBeNull()
    expect((await row())?.dueAt).toBeNull()
    released.resolve()
    await second
    expect((await row())?.leaseUntil).toBeNull()
  })

  test('what was given back is not held again by a renewal that comes late', async () => {
    await withJobLease(store(), 'mail', { intervalMs, leaseMs: 90 }, async ({ signal }) => {
      await store().db.updateTable('jobRuns').set({ leaseUntil: null }).execute()
      await expect.poll(() => signal.aborted, { timeout: 20_000 }).toBe(true)
      expect((await row())?.leaseUntil).toBeNull()
    })
    expect((await row())?.leaseUntil).toBeNull()
  })

  test('within its transactions a holder is alone; one whose lease ended or was taken over is refused', async () => {
    const transaction = store().db.transaction()
    await withJobLease(store(), 'mail', { intervalMs: null }, async (first) => {
      const effect = () =>
        transaction.execute(async (trx) => {
          await first.fence(trx)
          await trx.updateTable('jobRuns').set({ runs: sql`runs + 1` }).execute()
        })
      await effect()
      await inThePast('leaseUntil')
      await expect(effect()).rejects.toThrow(LeaseLostError)
      const second = await withJobLease(store(), 'mail', { intervalMs: null }, async ({ fence }) => {
        await transaction.execute(fence)
        await expect(effect()).rejects.toThrow(LeaseLostError)
        return 'taken'
      })
      expect(second).toEqual({ acquired: true, value: 'taken' })
    })
    expect(await row()).toMatchObject({ runs: 1 })
  })

  test('a job that is asked after is not taken before the asking transaction ends', async () => {
    let isTaken = false
    let taking: Promise<unknown> = Promise.resolve()
    await store()
      .db.transaction()
      .execute(async (trx) => {
        expect(await isJobHeld(trx, 'mail')).toBe(false)
        taking = withJobLease(store(), 'mail', { intervalMs: null }, async () => {
          isTaken = true
          expect(
            await store()
              .db.transaction()
              .execute((other) => isJobHeld(other, 'mail')),
          ).toBe(true)
        })
        for (let round = 0; round < 20; round++) await sql`SELECT 1`.execute(trx)
        expect(isTaken).toBe(false)
      })
    await taking
    expect(isTaken).toBe(true)
  })

  test('what fails gives the lease back; what a killed process left is cleared', async () => {
    await expect(
      withJobLease(store(), 'mail', { intervalMs }, async () => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    expect((await row())?.leaseUntil).toBeNull()
    await clearLeases(store())
    expect(await row()).toMatchObject({ leaseUntil: null, dueAt: null })
  })
})
