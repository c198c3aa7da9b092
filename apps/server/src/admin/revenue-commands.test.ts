import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../test/build-test-app.ts'
import { insertShip } from '../../test/fleet-rows.ts'
import { signUp } from '../../test/sign-in.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine, resetTestStore } from '../platform/db/testing.ts'
import { createRevenueCommands } from './revenue-commands.ts'

const tx = (digit: string) => digit.repeat(64)
const payoutAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const otherAddress = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

describeEachEngine('revenue from the shell', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let email = ''
  let userId = ''
  let folder = ''
  /** Answers of the node by path; any other path is unreachable. */
  let node: Record<string, unknown> = {}

  const run = async (command: string, args: Record<string, string>) => {
    const commands = createRevenueCommands({
      store: store(),
      clock: app.clock.now,
      esploraUrl: 'https://esplora.example/api/',
      fetch: async (input) => {
        const body = node[String(input).replace('https://esplora.example/api', '')]
        return body === undefined ? new Response('', { status: 503 }) : new Response(JSON.stringify(body))
      },
    })
    const answer = await runAdminCommand(commands, command, args)
    if (!answer.ok) throw new Error(answer.error)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return answer.result as any
  }
  const file = (text: string, name = 'payouts.csv') => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const results = (rows: { result: string }[]) => rows.map(({ result }) => result)
  const revenue = async (client = owner) => (await client.get('/mining/revenue')).body.data
  const csv = [
    'Date,Amount [BTC],Transaction,Status',
    `2026-04-20 04:00:00,0.00100003,${tx('a')},Paid`,
    '2026-04-21 04:00:00,0.00200000,,Paid',
    `2026-04-22 04:00:00,0.00300000,${tx('c')},Pending`,
    '22/04/2026,0.00300000,,Paid',
  ].join('\n')
  const transaction = (
    txid: string,
    height: number,
    outputs: [string, number][],
    from: string | null = null,
  ) => ({
    txid,
    status: {
      confirmed: true,
      block_height: height,
      block_time: Date.parse('2026-04-20T05:00:00Z') / 1000 + height,
    },
    vin: [{ txid: tx('0'), vout: 0, prevout: from === null ? null : { scriptpubkey_address: from } }],
    vout: outputs.map(([scriptpubkey_address, value]) => ({ scriptpubkey_address, value })),
  })

  beforeEach(async () => {
    await resetTestStore(store())
    folder = mkdtempSync(join(tmpdir(), 'sm-revenue-'))
    app = await buildTestApp(store())
    owner = testClient(app)
    ;({ email, id: userId } = (await signUp(owner)).user)
    node = {}
  })
  afterEach(async () => {
    await app.server.close()
    rmSync(folder, { recursive: true })
  })

  test('a file of a pool is booked once, line by line, and makes the balance', async () => {
    const before = await owner.get('/user/profile')
    expect(before.body.data.profile.balanceSat).toBeNull()
    const path = file(csv)
    const expected = ['imported', 'imported', 'skipped', 'refused']
    expect(results(await run('revenue:import-csv', { user: email, file: path, 'dry-run': '' }))).toEqual(
      expected,
    )
    expect(await revenue()).toMatchObject({ balanceSat: null, receipts: [] })
    const rows = await run('revenue:import-csv', { user: email, file: path })
    expect(results(rows)).toEqual(expected)
    expect(rows[0]).toMatchObject({ line: 2, amount: '0.00100003', reference: tx('a') })
    expect(rows[3]).toMatchObject({ line: 5, why: expect.stringContaining('22/04/2026') })
    expect(results(await run('revenue:import-csv', { user: userId, file: path }))).toEqual([
      'known',
      'known',
      'skipped',
      'refused',
    ])
    // A longer file of the same account, another day.
    const longer = file(`${csv.replace('Pending', 'Paid')}\n2026-04-23,0.00000001,,Paid`, 'longer.csv')
    expect(results(await run('revenue:import-csv', { user: email, file: longer }))).toEqual([
      'known',
      'known',
      'imported',
      'refused',
      'imported',
    ])
    expect(await revenue()).toMatchObject({
      receivedSat: 600_004,
      ownerShareSat: 450_003,
      receivedByOwnerSat: 0,
      paidOutSat: 0,
      balanceSat: 450_003,
      split: { ownerNumerator: 3, denominator: 4 },
      today: null,
    })
    const { receipts } = await revenue()
    expect(receipts).toHaveLength(4)
    expect(receipts[0]).toMatchObject({
      at: Date.parse('2026-04-23'),
      amountSat: 1,
      source: 'pool-csv',
      coin: 'BTC',
    })
    expect((await owner.get('/user/profile')).body.data.profile.balanceSat).toBe(450_003)
  })

  test('imports at the same moment book once', async () => {
    const path = file(csv)
    await Promise.all([1, 2, 3].map(() => run('revenue:import-csv', { user: email, file: path })))
    expect((await revenue()).receipts).toHaveLength(2)
  })

  test('what is taken out goes off the balance, once; what went to the owner directly too', async () => {
    await run('revenue:import-csv', { user: email, file: file(csv) })
    await run('revenue:import-csv', {
      user: email,
      file: file('date,amount_sat\n2026-04-25,40001', 'own.csv'),
      'paid-to': 'owner',
    })
    const payout = { user: email, btc: '0.001', txid: tx('9').toUpperCase(), at: '2026-04-28' }
    expect(await run('revenue:record-payout', payout)).toEqual({
      recorded: 'yes',
      amountBtc: '0.00100000',
      // floor(3/4 · 340004) − 40001 − 100000
      balanceBtc: '0.00115002',
    })
    expect(await run('revenue:record-payout', payout)).toMatchObject({
      recorded: 'known',
      balanceBtc: '0.00115002',
    })
    expect(await revenue()).toMatchObject({
      receivedSat: 340_004,
      receivedByOwnerSat: 40_001,
      ownerShareSat: 255_003,
      paidOutSat: 100_000,
      balanceSat: 115_002,
      payouts: [{ at: Date.parse('2026-04-28'), amountSat: 100_000, txid: tx('9') }],
    })
    expect(await run('revenue:balance', { user: email })).toMatchObject({ balanceBtc: '0.00115002' })
    const [wrong] = await run('revenue:receipts', { user: email })
    await run('revenue:remove-receipt', { user: email, id: String(wrong.id) })
    await expect(run('revenue:remove-receipt', { user: email, id: String(wrong.id) })).rejects.toThrow(
      'no receipt',
    )
    expect((await revenue()).receivedByOwnerSat).toBe(0)
  })

  test('of another owner nothing is seen, and the same file may be theirs too', async () => {
    const stranger = testClient(app)
    const { user } = await signUp(stranger)
    const path = file(csv)
    await run('revenue:import-csv', { user: email, file: path })
    expect(await revenue(stranger)).toMatchObject({ balanceSat: null, receivedSat: 0, receipts: [] })
    expect(results(await run('revenue:import-csv', { user: user.email, file: path })).slice(0, 2)).toEqual([
      'imported',
      'imported',
    ])
    const [first] = await run('revenue:receipts', { user: email })
    await expect(run('revenue:remove-receipt', { user: user.email, id: String(first.id) })).rejects.toThrow()
  })

  describe('from the chain', () => {
    const import_ = (more: Record<string, string> = {}) =>
      run('revenue:import-onchain', { user: email, address: payoutAddress, ...more })
    beforeEach(async () => {
      node = {
        '/blocks/tip/height': 1_000,
        [`/address/${payoutAddress}/txs/chain`]: [
          // Too young.
          transaction(tx('f'), 996, [[payoutAddress, 7]]),
          transaction(tx('e'), 995, [
            [otherAddress, 5],
            [payoutAddress, 50_000],
          ]),
          transaction(tx('d'), 990, [[payoutAddress, 11_111]], payoutAddress),
        ],
        [`/address/${payoutAddress}/txs/chain/${tx('d')}`]: [
          transaction(tx('9'), 980, [[payoutAddress, 100_000]]),
          transaction(tx('a'), 970, [[payoutAddress, 100_003]]),
          { txid: tx('b'), status: { confirmed: false }, vin: [], vout: [] },
        ],
        [`/address/${payoutAddress}/txs/chain/${tx('b')}`]: [],
      }
      await store()
        .db.insertInto('payoutAddressEvents')
        .values({ userId, kind: 'requested', address: payoutAddress, at: new Date(0), countsAt: new Date(0) })
        .execute()
    })

    test('only what pools paid counts: no change, no payout, nothing a file told already, nothing young', async () => {
      await run('revenue:import-csv', { user: email, file: file(csv) })
      await run('revenue:record-payout', { user: email, btc: '0.001', txid: tx('9') })
      const rows = await import_()
      expect(
        rows.map((row: { result: string; why: string; amount: string }) => [row.result, row.why, row.amount]),
      ).toEqual([
        ['known', 'reported by pool-csv already', '0.00100003'],
        ['skipped', 'a payout of the provider', '0.00100000'],
        ['imported', null, '0.00050000'],
      ])
      expect(results(await import_())).toEqual(['known', 'skipped', 'known'])
      expect(await revenue()).toMatchObject({ receivedSat: 350_003, receivedByOwnerSat: 50_000 })
      const { receipts } = await revenue()
      expect(receipts.find(({ amountSat }: { amountSat: number }) => amountSat === 50_000)).toMatchObject({
        coin: 'BTC',
        source: 'on-chain',
        paidTo: 'owner',
        reference: `${tx('e')}:1`,
      })
    })

    test('a payout that is written down after it was imported is no receipt any more', async () => {
      await import_()
      expect((await revenue()).receivedSat).toBe(250_003)
      await run('revenue:record-payout', { user: email, btc: '0.001', txid: tx('9') })
      expect(await revenue()).toMatchObject({ receivedSat: 150_003, paidOutSat: 100_000 })
      expect((await revenue()).receipts).toHaveLength(2)
    })

    test('a file without transactions that tells the same amounts changes nothing', async () => {
      await import_()
      const rows = await run('revenue:import-csv', {
        user: email,
        file: file('date,amount\n2026-04-21,0.00100003\n2026-04-21,0.00100003\n2026-05-30,0.0005'),
      })
      expect(results(rows)).toEqual(['known', 'imported', 'imported'])
    })

    test('of an address that is nobody’s payout address, whom it belongs to must be said', async () => {
      node[`/address/${otherAddress}/txs/chain`] = []
      await expect(import_({ address: otherAddress })).rejects.toThrow('--paid-to')
      expect(await import_({ address: otherAddress, 'paid-to': 'provider' })).toEqual([])
      await expect(import_({ address: 'bc1qnonsense' })).rejects.toThrow('no Bitcoin address')
    })

    test('a node that is away, or talks nonsense, changes nothing', async () => {
      node[`/address/${payoutAddress}/txs/chain/${tx('d')}`] = { error: 'busy' }
      await expect(import_()).rejects.toThrow('no known form')
      node = {}
      await expect(import_()).rejects.toThrow('503')
      expect((await revenue()).receipts).toEqual([])
    })
  })

  test('pools are described, listed and forgotten', async () => {
    const args = { user: email, host: 'stratum+tcp://BCH.pool.example:3333' }
    expect(await run('revenue:pool', { ...args, coin: 'BCH', mode: 'pooled', fee: '1.5' })).toEqual({
      host: 'bch.pool.example',
      coin: 'BCH',
      mode: 'pooled',
      feeBasisPoints: 150,
    })
    await run('revenue:pool', { ...args, coin: 'BCH', mode: 'solo' })
    expect(await run('revenue:pool', { user: email })).toMatchObject([{ mode: 'solo', feeBasisPoints: null }])
    await run('revenue:pool', { ...args, forget: '' })
    expect(await run('revenue:pool', { user: email })).toEqual([])
    await expect(run('revenue:pool', { ...args, forget: '' })).rejects.toThrow('nothing is noted')
  })

  test.each([
    ['revenue:import-csv', { file: 'x.csv' }],
    ['revenue:import-csv', { user: 'nobody@example.org', file: 'x.csv' }],
    ['revenue:record-payout', { user: 'nobody@example.org', btc: '1' }],
    ['revenue:balance', { user: 'nobody@example.org' }],
  ] as [string, Record<string, string>][])('%s %j is refused', async (command, args) => {
    await expect(run(command, args)).rejects.toThrow()
  })

  test.each([
    [{ btc: '-1' }],
    [{ btc: '1,5' }],
    [{ btc: '1', txid: 'x' }],
    [{ btc: '1', at: '28/04/2026' }],
  ] as [Record<string, string>][])('a payout of %j is refused', async (args) => {
    await expect(run('revenue:record-payout', { user: email, ...args })).rejects.toThrow()
  })

  test('a file that is none, or of a ship that is not the owner’s, is refused whole', async () => {
    await expect(run('revenue:import-csv', { user: email, file: file('hello') })).rejects.toThrow('amounts')
    await expect(
      run('revenue:import-csv', { user: email, file: file(csv), ship: 'Ms Nobody' }),
    ).rejects.toThrow('no ship')
    const id = await insertShip(store().db, { userId })
    await run('revenue:import-csv', { user: email, file: file(csv), ship: 'ms aurora' })
    expect((await revenue()).receipts.map(({ shipId }: { shipId: string }) => shipId)).toEqual([id, id])
  })
})
