import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { watchAddresses } from './pool-addresses.service.ts'

const ours = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const esploraUrl = 'https://esplora.example/api'
const txid = (letter: string) => letter.repeat(64)

describeEachEngine('addresses that pools pay to', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let owner: string
  let chain: { txid: string; height: number; sat: number }[]
  let isAway: boolean
  const answer = async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input))
    if (isAway) throw new TypeError('fetch failed')
    if (pathname === '/api/blocks/tip/height') return new Response('1000')
    if (pathname !== `/api/address/${ours}/txs/chain`) return new Response('[]')
    const page = chain.map(({ txid, height, sat }) => ({
      txid,
      status: { confirmed: true, block_height: height, block_time: 1_700_000_000 + height },
      vin: [],
      vout: [{ scriptpubkey_address: ours, value: sat }],
    }))
    return new Response(JSON.stringify(page))
  }
  beforeEach(async () => {
    chain = []
    isAway = false
    app = await buildTestApp(store(), {
      settings: { BITCOIN_ESPLORA_URL: esploraUrl },
      fetch: answer as typeof fetch,
    })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    owner = (await signUp(testClient(app))).user.email
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const watch = () =>
    watchAddresses({
      store: store(),
      clock: app.clock.now,
      fetch: answer as typeof fetch,
      esploraUrl,
      parseAddress: (text) => text,
    })
  const add = (change: object = {}) =>
    operator.post('/desk/pool-addresses', { address: ours, owner, ...change })
  const list = async () => (await operator.get('/desk/pool-addresses')).body.data
  const receipts = () => store().db.selectFrom('receipts').selectAll().orderBy('id').execute()

  test('what arrives is proposed, booked by a person once, and nothing before', async () => {
    expect((await testClient(app).get('/desk/pool-addresses')).status).toBe(401)
    for (const [change, code] of [
      [{ address: 'bc1qnonsense' }, 'payout-address-invalid'],
      [{ owner: 'nobody@rederij.nl' }, 'user-not-found'],
      [{ ship: 'Nergens' }, 'ship-not-found'],
    ] as const)
      expect((await add(change)).body.code).toBe(code)
    const [{ id }] = (await add()).body.data.addresses
    expect((await add()).body.code, 'one address is of one owner').toBe('pool-address-watched')
    expect(await list()).toMatchObject({ isWatching: true, addresses: [{ address: ours, lookedAt: null }] })

    chain = [
      { txid: txid('c'), height: 999, sat: 7 },
      { txid: txid('b'), height: 990, sat: 50_000 },
      { txid: txid('a'), height: 980, sat: 25_000 },
    ]
    await watch()
    expect((await list()).addresses).toMatchObject([
      { count: 2, totalSat: 75_000, problem: null, lookedAt: app.clock.now() },
    ])
    expect(await receipts()).toEqual([])

    isAway = true
    await expect(watch()).rejects.toThrow()
    expect((await operator.post(`/desk/pool-addresses/${id}/book`, {})).body.code).toBe(
      'payout-source-unavailable',
    )
    const [kept] = (await list()).addresses
    expect([kept.count, kept.problem], 'what was found stays').toEqual([2, 'fetch failed'])

    isAway = false
    const booked = (await operator.post(`/desk/pool-addresses/${id}/book`, {})).body.data
    expect(booked.counts).toMatchObject({ imported: 2 })
    expect((await operator.post(`/desk/pool-addresses/${id}/book`, {})).body.data.counts).toMatchObject({
      imported: 0,
      known: 2,
    })
    expect(await receipts()).toMatchObject([
      { source: 'on-chain', paidTo: 'provider', amountSat: 25_000, reference: `${txid('a')}:0` },
      { source: 'on-chain', paidTo: 'provider', amountSat: 50_000 },
    ])
    await watch()
    expect((await list()).addresses).toMatchObject([{ count: 0, totalSat: 0, problem: null }])
    expect((await operator.post(`/desk/pool-addresses/${id}/remove`, {})).body.data.addresses).toEqual([])
    expect((await operator.post(`/desk/pool-addresses/${id}/book`, {})).body.code).toBe(
      'pool-address-not-found',
    )
    expect(await receipts()).toHaveLength(2)
  })
})
