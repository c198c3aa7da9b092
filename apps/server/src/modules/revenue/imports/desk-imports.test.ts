import { longestPoolFile } from '@shipminer/contract/desk/pools'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

const txid = 'ab'.repeat(32)
const file = `date,amount,status,txid
2026-04-01,0.5,paid,${txid}
2026-04-02,0.25,pending,
20/04/2026,0.25,paid,
2026-04-03,-1,paid,
2026-04-04,0.1,perhaps,
`

describeEachEngine('income of pools at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let owner: string
  beforeEach(async () => {
    app = await buildTestApp(store(), {})
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    const { user } = await signUp(testClient(app))
    owner = user.email
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const send = (change: Record<string, unknown> = {}) =>
    operator.post('/desk/pool-imports', { owner, text: file, paidTo: 'provider', preview: false, ...change })
  const receipts = () => store().db.selectFrom('receipts').selectAll().orderBy('id').execute()

  test('refused: others than operators, unknown owners and ships, files that are none', async () => {
    expect((await testClient(app).post('/desk/pool-imports', {})).status).toBe(401)
    const someone = testClient(app)
    await signUp(someone)
    expect((await someone.post('/desk/pool-imports', {})).status).toBe(403)
    for (const [change, code] of [
      [{ owner: 'nobody@rederij.nl' }, 'user-not-found'],
      [{ ship: 'Nergens' }, 'ship-not-found'],
      [{ text: 'hello' }, 'pool-file-unreadable'],
      [{ text: '' }, 'pool-file-unreadable'],
      [{ coin: 'DOGE' }, 'invalid-request'],
      [{ text: 'x'.repeat(longestPoolFile + 1) }, 'payload-too-large'],
    ] as const)
      expect((await send(change)).body.code).toBe(code)
    expect(await receipts()).toEqual([])
  })

  test('shown first, booked once, and what was booked before or cannot be read is said with its reason', async () => {
    const { data: seen } = (await send({ preview: true })).body
    expect(seen).toMatchObject({
      counts: { imported: 1, known: 0, skipped: 1, refused: 3 },
      totals: [{ coin: 'BTC', amountSat: 50_000_000 }],
    })
    expect(
      seen.lines.map((one: { line: number; code: string; cell: string }) => [one.line, one.code, one.cell]),
    ).toEqual([
      [4, 'bad-time', '20/04/2026'],
      [5, 'bad-amount', '-1'],
      [6, 'unknown-status', 'perhaps'],
      [3, 'not-paid-yet', 'pending'],
      [2, null, null],
    ])
    expect(await receipts()).toEqual([])
    expect((await send()).body.data).toEqual(seen)
    const again = (await send({ text: `${file}2026-04-05,0.2,paid,${'cd'.repeat(32)}\n` })).body.data
    expect(again.counts).toEqual({ imported: 1, known: 1, skipped: 1, refused: 3 })
    expect(again.lines).toContainEqual(expect.objectContaining({ line: 2, result: 'known', code: 'known' }))
    expect(await receipts()).toMatchObject([
      { amountSat: 50_000_000, reference: txid, paidTo: 'provider' },
      { amountSat: 20_000_000 },
    ])
    await send()
    const audit = (await operator.get('/desk/audit')).body.data.entries.filter(
      ({ action }: { action: string }) => action === 'pool.import',
    )
    expect(audit.map(({ reason }: { reason: string }) => reason)).toEqual([
      'imported 1 · known 1 · skipped 1 · refused 3',
      'imported 1 · skipped 1 · refused 3',
    ])
  })

  test('two desks at once book a payment once', async () => {
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ body }) => body.data.counts.imported).sort()).toEqual([0, 1])
    expect(await receipts()).toHaveLength(1)
  })
})
