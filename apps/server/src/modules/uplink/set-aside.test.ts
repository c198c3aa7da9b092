import { buildSample } from '@shipminer/testkit/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { addController } from '../telemetry/telemetry-testing.ts'

describeEachEngine('set aside at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let controllerId: string
  beforeEach(async () => {
    app = await buildTestApp(store())
    operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    controllerId = await addController(store().db)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const read = async () => (await operator.get('/desk/set-aside')).body.data
  const act = (id: number, action: string) =>
    operator.post(`/desk/set-aside/${id}/actions`, { action, reason: 'looked at it' })
  /** Two samples from far ahead, and a row that nothing can make of anything. */
  async function setAside() {
    const now = app.clock.now()
    const samples = [0, 10_000].map((ms) =>
      buildSample({ deviceKey: 'mac:1', sampledAt: now + 400 * 86_400_000 + ms }),
    )
    await createTelemetry(store()).ingestBatch({
      controllerId,
      batch: { seq: 1, samples, devices: [], events: [] },
      refused: [{ list: 'events', row: { kind: 'no such' }, reason: 'kind: not valid' }],
      clockOffsetMs: 0,
      receivedAt: now,
    })
  }

  test('is for operators alone', async () => {
    expect((await testClient(app).get('/desk/set-aside')).status).toBe(401)
    const answer = await testClient(app).post('/desk/set-aside/1/actions', {
      action: 'seen',
      reason: 'because',
    })
    expect(answer.status).toBe(401)
    expect((await act(4_000, 'seen')).body.code).toBe('not-found')
    expect((await act(4_000, 'forget')).status).toBe(400)
  })

  test('shows what nobody has seen, and counts it', async () => {
    expect(await read()).toMatchObject({ entries: [], total: 0, unkeptRows: 0 })
    await setAside()
    const { entries, total } = await read()
    expect(total).toBe(2)
    expect(entries).toMatchObject([
      { controllerId, owner: null, list: 'samples', rows: 2, reason: 'too-new', at: app.clock.now() },
      { controllerId, list: 'events', rows: 1, content: '[{"kind":"no such"}]' },
    ])
    const metrics = await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(metrics.body).toContain('shipminer_set_aside_items 2')
    expect((await act(entries[1].id, 'seen')).body.data).toEqual({ left: 0 })
    expect((await act(entries[1].id, 'seen')).body.code).toBe('not-found')
    expect(await read()).toMatchObject({ total: 1, entries: [{ list: 'samples' }] })
  })

  test('stores what it can once the clock of the ship is known, and keeps the rest', async () => {
    await setAside()
    const [samples, events] = (await read()).entries
    expect((await act(samples.id, 'retry')).body.data).toEqual({ left: 2 })
    await store()
      .db.updateTable('controllers')
      .set({ clockOffsetMs: -400 * 86_400_000 })
      .execute()
    const [again] = (await read()).entries
    expect((await act(again.id, 'retry')).body.data).toEqual({ left: 0 })
    const { n } = await store().db.selectFrom('minerState').select('n').executeTakeFirstOrThrow()
    expect(n).toBe(2)
    expect((await act(events.id, 'retry')).body.data).toEqual({ left: 1 })
    const left = await read()
    expect(left).toMatchObject({ total: 1, entries: [{ list: 'events', content: '[{"kind":"no such"}]' }] })
    const { entries: noted } = (await operator.get('/desk/audit')).body.data
    expect(noted.map(({ action }: { action: string }) => action)).toContain('set-aside.retry')
  })
})
