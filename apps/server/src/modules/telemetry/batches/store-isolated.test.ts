import { buildBatch, buildSample } from '@shipminer/testkit/telemetry'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { storeIsolated } from './store-isolated.ts'

const batch = buildBatch(
  7,
  ['a', 'bad', 'c', 'd', 'e'].map((deviceKey, at) => buildSample({ deviceKey, sampledAt: at })),
)

describeEachEngine('storing the rows of a batch one from another', ({ store }) => {
  /** Stores a batch in which one row fails for the given reason. */
  const attempt = (failure: Error) => {
    const stored: string[] = []
    const outcome = store()
      .db.transaction()
      .execute((trx) =>
        storeIsolated(trx, batch, async ({ seq, samples }) => {
          const keys = samples.map(({ deviceKey }) => deviceKey)
          if (keys.includes('bad')) throw failure
          stored.push(...keys)
          return seq
        }),
      )
    return { stored, outcome }
  }

  test('a row that can never be stored is refused with its reason, all others are stored', async () => {
    const { stored, outcome } = attempt(new RangeError('too large'))
    const { refused } = await outcome
    expect(stored).toEqual(['a', 'c', 'd', 'e'])
    expect(refused).toMatchObject([{ list: 'samples', row: { deviceKey: 'bad' }, reason: 'too large' }])
  })

  test('what fails in passing refuses nothing: the batch is tried again as a whole', async () => {
    const shutDown = Object.assign(new Error('shutting down'), { code: '57P01' })
    await expect(attempt(shutDown).outcome).rejects.toBe(shutDown)
  })
})
