import { afterEach, expect, test } from 'vitest'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { followPayouts } from './follow-payouts.ts'
import type { PayoutSource } from './sources/payout-source.ts'

describeEachEngine('runs that were sent', ({ store }) => {
  afterEach(() => resetTestStore(store()))

  test('one whose transaction cannot be asked for keeps no other from being confirmed, and is named', async () => {
    const at = new Date('2026-05-01T10:00:00Z')
    const run = (txid: string) => ({
      state: 'broadcast' as const,
      createdAt: at,
      createdBy: 'x',
      totalSat: 1,
      txid,
    })
    const { db } = store()
    const [ill] = await db
      .insertInto('payoutRuns')
      .values(['a', 'b', 'c'].map((letter) => run(letter.repeat(64))))
      .returning('id')
      .execute()
    const source = {
      confirmations: async (txid: string) => {
        if (txid.startsWith('a')) throw new Error('no such block')
        return txid.startsWith('b') ? 100 : 1
      },
    } as unknown as PayoutSource
    await expect(followPayouts({ store: store(), clock: () => at.getTime(), source })).rejects.toThrow(
      `1 of 3 failed: run ${ill?.id}: no such block`,
    )
    const rows = await db.selectFrom('payoutRuns').select(['state', 'confirmations']).orderBy('id').execute()
    expect(rows).toEqual([
      { state: 'broadcast', confirmations: null },
      { state: 'confirmed', confirmations: 100 },
      { state: 'broadcast', confirmations: 1 },
    ])
  })
})
