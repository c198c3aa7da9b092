import type { SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { createTelemetry, UnknownControllerError } from './telemetry.service.ts'
import { addController } from './telemetry-testing.ts'

const now = Date.UTC(2026, 10, 20, 12)

describeEachEngine('meetMemory', ({ store }) => {
  async function open() {
    const telemetry = createTelemetry(store())
    const controllerId = await addController(store().db)
    const meet = (epoch: string | undefined, mark: SpoolMark | null, lastSeq: number | null = 100) =>
      telemetry.meetMemory(controllerId, { epoch, mark, lastSeq }, now)
    const send = (epochId: number | null, seq: number, content = String(seq), isHeld = false) =>
      telemetry.ingestBatch({
        controllerId,
        batch: { seq, samples: [], devices: [], events: [] },
        memory: { epochId: epochId ?? 0, content, isHeld },
        clockOffsetMs: 0,
        receivedAt: now,
      })
    const current = () =>
      store()
        .db.selectFrom('spoolEpochs')
        .select(['epoch', 'lastSeq'])
        .where('controllerId', '=', controllerId)
        .where('replacedAt', 'is', null)
        .execute()
    return { telemetry, controllerId, meet, send, current }
  }

  test('refuses an unknown controller', async () => {
    const { telemetry } = await open()
    await expect(telemetry.meetMemory('SM-NOBODY', { mark: null, lastSeq: 1 }, now)).rejects.toThrow(
      UnknownControllerError,
    )
  })

  test('a memory that goes on is the same epoch, also when a mark was not saved', async () => {
    const { telemetry, meet, current } = await open()
    const first = await meet('epoch-one', null)
    const unsaved = await meet('epoch-one', null)
    const second = await meet('epoch-one', unsaved.mark)
    expect(new Set([first, unsaved, second].map(({ epochId }) => epochId)).size).toBe(1)
    expect([first, unsaved, second].map(({ mark }) => mark?.turn)).toEqual([1, 2, 3])
    if (second.mark) await telemetry.keepMark(second.epochId ?? 0, second.mark)
    expect(await meet('epoch-one', unsaved.mark)).toEqual({ conflict: 'restored', epochId: null, mark: null })
    expect(await meet('epoch-one', second.mark)).toMatchObject({ conflict: null, epochId: first.epochId })
    expect(await current()).toMatchObject([{ epoch: 'epoch-one' }])
  })

  test('a memory with fewer batches than are stored is restored, and its new epoch is welcome', async () => {
    const { meet, send } = await open()
    const first = await meet('epoch-one', null, 3)
    for (const seq of [1, 2, 3]) await send(first.epochId, seq)
    expect(await meet('epoch-one', first.mark, 2)).toMatchObject({ conflict: 'restored', epochId: null })
    expect(await meet('epoch-two', null, 2)).toMatchObject({ conflict: null, mark: { turn: 1 } })
  })

  test('a memory that lost what never was on its disk gets a new epoch, and is not called restored', async () => {
    const { meet, send } = await open()
    const first = await meet('epoch-one', null, 3)
    for (const seq of [1, 2, 3]) await send(first.epochId, seq)
    for (const seq of [4, 5]) await send(first.epochId, seq, String(seq), true)
    expect(await meet('epoch-one', first.mark, 5)).toMatchObject({ conflict: null, epochId: first.epochId })
    expect(await meet('epoch-one', first.mark, 3)).toEqual({ conflict: null, epochId: null, mark: null })
    expect(await meet('epoch-one', first.mark, 2)).toMatchObject({ conflict: 'restored' })
    // Written to the disk after all and sent again, it counts as what was there.
    expect(await send(first.epochId, 5)).toMatchObject({ duplicate: true })
    expect(await meet('epoch-one', first.mark, 3)).toMatchObject({ conflict: 'restored' })
  })

  test('the original that comes back beside its copy is told from an image put back again', async () => {
    const { meet, current } = await open()
    const first = await meet('epoch-one', null)
    const second = await meet('epoch-one', first.mark)
    expect(await meet('epoch-two', null)).toMatchObject({ conflict: null })
    expect(await meet('epoch-one', second.mark)).toMatchObject({ conflict: 'cloned' })
    expect(await meet('epoch-one', null)).toMatchObject({ conflict: 'restored' })
    expect(await current()).toMatchObject([{ epoch: 'epoch-two' }])
  })

  test('a box that shows no epoch works on, and starts one here when its numbers go back', async () => {
    const { meet, send, current } = await open()
    const first = await meet(undefined, null, 5)
    expect(first).toMatchObject({ conflict: null, mark: null })
    await send(first.epochId, 5)
    expect(await meet(undefined, null, 5)).toEqual(first)
    const restored = await meet(undefined, null, 4)
    expect(restored).toMatchObject({ conflict: 'restored', mark: null })
    expect(restored.epochId).not.toBe(first.epochId)
    expect(await send(restored.epochId, 5, 'other')).toMatchObject({ conflict: false, duplicate: false })
    expect(await meet(undefined, null, 5)).toMatchObject({ conflict: null, epochId: restored.epochId })
    // After an update the box shows one of its own.
    await meet('epoch-one', null, 5)
    expect(await current()).toEqual([{ epoch: 'epoch-one', lastSeq: 0 }])
  })

  test('two boxes that fight for a key do not fill the table', async () => {
    const { meet, controllerId } = await open()
    for (let round = 0; round < 60; round += 1) await meet(`epoch-${round}-long`, null)
    const rows = await store()
      .db.selectFrom('spoolEpochs')
      .select('epoch')
      .where('controllerId', '=', controllerId)
      .execute()
    expect(rows).toHaveLength(50)
  })
})
