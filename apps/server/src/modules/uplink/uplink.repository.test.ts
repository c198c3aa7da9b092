import { afterEach, expect, test } from 'vitest'
import { insertController } from '../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { recordHello } from './uplink.repository.ts'

describeEachEngine('what a hello leaves behind', ({ store }) => {
  afterEach(() => resetTestStore(store()))

  const start = Date.UTC(2026, 5, 1, 12)
  const hello = (at: number) =>
    recordHello(store().db, 'SM-A', {
      connectionId: crypto.randomUUID(),
      version: '1.0.0',
      ipAddress: '10.0.0.1',
      pollIntervalMs: 30_000,
      clockOffsetMs: 0,
      spool: { firstSeq: null, lastSeq: null, droppedSamples: 0 },
      sealing: null,
      at: new Date(at),
    })
  const away = () => store().db.selectFrom('awaySpans').select(['fromAt', 'toAt']).execute()

  test('a time without a line is kept, so that charts can mark what came later; a short break is not', async () => {
    await insertController(store().db)
    await hello(start)
    await hello(start + 120_000)
    expect(await away(), 'the first hello, and a short break').toEqual([])
    await hello(start + 120_000 + 3_600_000)
    await hello(start + 120_000 + 3_600_000)
    expect(await away()).toEqual([
      { fromAt: new Date(start + 120_000), toAt: new Date(start + 120_000 + 3_600_000) },
    ])
  })
})
