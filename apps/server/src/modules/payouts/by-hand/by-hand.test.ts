import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { paidOwner, provenOperator, receive, regtestAddress } from '../../../../test/chains/payout-owners.ts'
import { insertController, insertMiner } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

const txid = (digit: string) => digit.repeat(64)

describeEachEngine('the money of one owner, by hand', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let owner = ''
  const start = async (settings: Record<string, string> = {}) => {
    await resetTestStore(store())
    app = await buildTestApp(store(), {
      settings: { BITCOIN_NETWORK: 'regtest', PAYOUT_MINIMUM_SAT: '10000', ...settings },
    })
    operator = await provenOperator(app)
    owner = (await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })).id
  }
  beforeEach(() => start())
  afterEach(() => app.server.close())

  const read = async (query = '') => (await operator.get(`/desk/payout-owners/${owner}${query}`)).body.data
  const post = async (path: string, body: object, client = operator) => {
    const { status, body: answer } = await client.post(`/desk/payout-owners/${owner}${path}`, body)
    return status === 200 ? answer.data : answer.code
  }
  const takeBack = (id: string, client = operator) =>
    post(`/receipts/${id}/take-back`, { reason: 'the wrong owner' }, client)
  const payout = {
    amountSat: 50_000,
    txid: txid('a'),
    on: '2026-01-02',
    note: 'week 1',
    reason: 'in two parts',
  }
  const record = (change: object = {}, client = operator) =>
    post('/payouts', { ...payout, ...change }, client)
  const makeRun = async () => {
    const { owners, totalSat } = (await operator.get('/desk/payouts')).body.data
    return (await operator.post('/desk/payouts', { lines: owners.length, totalSat })).body.data.id as string
  }
  const logged = async () =>
    (await operator.get('/desk/audit')).body.data.entries
      .map(({ action, subject, reason }: Record<string, string>) => [action, subject, reason])
      .filter(([action]: string[]) => /^(pool|payout|payout-record)\./.test(action ?? ''))

  test('shows what is booked, what was paid out, and the pools; of nobody else', async () => {
    const nobody = await operator.get(`/desk/payout-owners/${crypto.randomUUID()}`)
    expect(nobody).toMatchObject({ status: 404, body: { code: 'user-not-found' } })
    expect((await operator.get('/desk/payout-owners/piet')).body.code).toBe('invalid-request')
    await receive(store(), owner, 7_000, new Date(app.clock.now()), { coin: 'BCH' })
    await insertController(store().db, { id: 'SM-AAAAAA', ownerId: owner })
    await insertMiner(store().db, {
      controllerId: 'SM-AAAAAA',
      detail: JSON.stringify({ pools: [{ url: 'stratum+tcp://One.pool.example:3333', active: true }] }),
    })
    await record()
    const money = await read()
    expect(money).toMatchObject({
      name: 'Piet',
      fourEyes: false,
      receivedSat: 200_000,
      ownerShareSat: 150_000,
      paidOutSat: 50_000,
      balanceSat: 100_000,
      reservedSat: 0,
      receiptsTotal: 2,
      perPage: 50,
      payouts: [{ amountSat: 50_000, txid: txid('a'), note: 'week 1' }],
      payoutsTotal: 1,
      pools: [],
      otherHosts: ['one.pool.example'],
    })
    expect(
      money.receipts
        .map(({ coin, amountSat, ship }: Record<string, unknown>) => [coin, amountSat, ship])
        .toSorted(),
    ).toEqual([
      ['BCH', 7_000, null],
      ['BTC', 200_000, null],
    ])
  })

  test('what is booked is sorted and comes a page at a time', async () => {
    const at = (day: number) => new Date(Date.UTC(2025, 5, 1) + day * 86_400_000)
    for (let day = 0; day < 50; day += 1) await receive(store(), owner, 1_000 + day, at(day))
    await receive(store(), owner, 9_000_000, at(60), { coin: 'BCH' })
    const list = async (query: string) => {
      const { receipts, receiptsTotal, perPage } = await read(query)
      expect([receiptsTotal, perPage]).toEqual([52, 50])
      return receipts.map(({ amountSat }: { amountSat: number }) => amountSat)
    }
    const newest = await list('')
    expect([newest.length, ...newest.slice(0, 3)]).toEqual([50, 200_000, 9_000_000, 1_049])
    expect(await list('?page=2')).toEqual([1_001, 1_000])
    expect((await list('?sort=at&direction=ascending')).slice(0, 2)).toEqual([1_000, 1_001])
    // Bitcoin first: what another coin is worth is not known here.
    expect((await list('?sort=amount')).slice(0, 2)).toEqual([200_000, 1_049])
    expect(await list('?sort=amount&direction=ascending&page=2')).toEqual([200_000, 9_000_000])
    expect(await list('?page=3')).toEqual([])
    for (const bad of ['page=0', 'sort=coin', 'direction=up'])
      expect((await operator.get(`/desk/payout-owners/${owner}?${bad}`)).body.code).toBe('invalid-request')
  })

  test('what was paid out is sorted and comes a page at a time, apart from what is booked', async () => {
    const paidAt = (day: number) => new Date(Date.UTC(2025, 5, 1) + day * 86_400_000)
    await store()
      .db.insertInto('payouts')
      .values(
        Array.from({ length: 52 }, (_, day) => ({
          userId: owner,
          amountSat: day === 0 ? 9_000 : 1_000 + day,
          paidAt: paidAt(day),
          recordedAt: paidAt(day),
        })),
      )
      .execute()
    const list = async (query: string) => {
      const { payouts, payoutsTotal, receiptsTotal } = await read(query)
      expect([payoutsTotal, receiptsTotal]).toEqual([52, 1])
      return payouts.map(({ amountSat }: { amountSat: number }) => amountSat)
    }
    const newest = await list('?page=7&sort=amount')
    expect([newest.length, ...newest.slice(0, 2)]).toEqual([50, 1_051, 1_050])
    expect(await list('?paidPage=2')).toEqual([1_001, 9_000])
    expect((await list('?paidSort=at&paidDirection=ascending')).slice(0, 2)).toEqual([9_000, 1_001])
    expect((await list('?paidSort=amount')).slice(0, 2)).toEqual([9_000, 1_051])
    expect(await list('?paidSort=amount&paidDirection=ascending&paidPage=2')).toEqual([1_051, 9_000])
    expect(await list('?paidPage=3')).toEqual([])
    for (const bad of ['paidPage=0', 'paidSort=txid', 'paidDirection=up'])
      expect((await operator.get(`/desk/payout-owners/${owner}?${bad}`)).body.code).toBe('invalid-request')
  })

  test('what was booked by mistake is taken back once, with a reason', async () => {
    const [receipt] = (await read()).receipts
    expect(receipt.mayTakeBack).toBe(true)
    expect(await post(`/receipts/${receipt.id}/take-back`, {})).toBe('invalid-request')
    expect(await takeBack('999999')).toBe('not-found')
    expect(await takeBack('0')).toBe('not-found')
    const other = await paidOwner(app, { name: 'Kees', receivedSat: 5_000, address: null })
    const elsewhere = await operator.post(
      `/desk/payout-owners/${other.id}/receipts/${receipt.id}/take-back`,
      {
        reason: 'the wrong owner',
      },
    )
    expect(elsewhere.body.code).toBe('not-found')
    const answers = await Promise.all([takeBack(receipt.id), takeBack(receipt.id)])
    expect(answers).toEqual(expect.arrayContaining([{}, 'not-found']))
    expect(await read()).toMatchObject({ receipts: [], balanceSat: null })
    expect(await logged()).toEqual([
      ['pool.take-back', `owner ${owner}`, expect.stringMatching(/^200000 sat BTC · .+ · the wrong owner$/)],
    ])
  })

  test('what was paid out, or waits in a run, is not taken back; what was not, is', async () => {
    await receive(store(), owner, 40_000, new Date(app.clock.now()))
    const idOf = async (sat: number) =>
      (await read()).receipts.find(({ amountSat }: { amountSat: number }) => amountSat === sat).id as string
    const run = await makeRun()
    const mayTakeBack = async () =>
      (await read()).receipts.map((one: { mayTakeBack: boolean }) => one.mayTakeBack)
    expect(await read()).toMatchObject({ reservedSat: 180_000 })
    expect(await mayTakeBack()).toEqual([false, false])
    expect(await takeBack(await idOf(40_000))).toBe('receipt-paid-out')
    await operator.post(`/desk/payouts/${run}/cancel`, { reason: 'made too early' })
    // 180,000 are the owner's, 150,000 are paid: 40,000 less is 30,000 of them.
    await record({ amountSat: 150_000 })
    expect(await takeBack(await idOf(200_000))).toBe('receipt-paid-out')
    expect(await takeBack(await idOf(40_000))).toEqual({})
    expect(await read()).toMatchObject({ balanceSat: 0, reservedSat: 0 })
    expect(await mayTakeBack()).toEqual([false])
    // What the owner had directly can go: without it they have less.
    await receive(store(), owner, 10_000, new Date(app.clock.now()), { paidTo: 'owner' })
    expect(await takeBack(await idOf(10_000))).toEqual({})
  })

  test('a run and a correction at the same moment do not pay what was taken back', async () => {
    const [receipt] = (await read()).receipts
    const { owners, totalSat } = (await operator.get('/desk/payouts')).body.data
    const [taken, made] = await Promise.all([
      takeBack(receipt.id),
      operator.post('/desk/payouts', { lines: owners.length, totalSat }),
    ])
    const isTaken = typeof taken === 'object'
    expect([isTaken, made.status]).toEqual(isTaken ? [true, 409] : [false, 200])
    if (!isTaken) expect(taken).toBe('receipt-paid-out')
  })

  test('a payout outside of a run counts once, by its transaction', async () => {
    for (const wrong of [
      { amountSat: 0 },
      { amountSat: 1.5 },
      { txid: 'a' },
      { on: '2026-02-30' },
      { on: '2099-01-01' },
      { note: '' },
      { reason: 'x' },
      { more: 1 },
    ])
      expect([wrong, await record(wrong)]).toEqual([wrong, 'invalid-request'])
    const stranger = await operator.post(`/desk/payout-owners/${crypto.randomUUID()}/payouts`, payout)
    expect(stranger.body.code).toBe('user-not-found')
    const answers = await Promise.all([record(), record({ txid: txid('A') })])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['known', 'recorded'])
    expect(await read()).toMatchObject({
      paidOutSat: 50_000,
      payouts: [{ at: Date.parse('2026-01-02T12:00Z') }],
    })
    expect(await record({ txid: txid('b'), note: null })).toEqual({ outcome: 'recorded' })
    expect(await logged()).toEqual([
      ['payout.record', `owner ${owner}`, `50000 sat · ${txid('b')} · in two parts`],
      ['payout.record', `owner ${owner}`, `50000 sat · ${txid('a')} · in two parts`],
    ])
  })

  test('with four eyes another operator confirms just that, and withdraws what is wrong', async () => {
    await app.server.close()
    await start({ PAYOUT_FOUR_EYES: 'true' })
    const second = testClient(app)
    await signUpProvenOperator(app, second, 'bookkeeper')
    expect(await record()).toEqual({ outcome: 'waits' })
    expect(await record()).toBe('second-operator-required')
    const waiting = async (client = second) => (await client.get('/desk/today')).body.data.proposals
    const [proposal] = await waiting()
    expect(proposal).toMatchObject({
      what: { kind: 'payout-record', userId: owner, amountSat: 50_000, txid: txid('a'), note: 'week 1' },
      isMine: false,
      mayAct: true,
    })
    expect(await read()).toMatchObject({ fourEyes: true, paidOutSat: 0 })
    // What differs is a proposal of their own.
    expect(await record({ amountSat: 60_000 }, second)).toEqual({ outcome: 'waits' })
    expect(await waiting()).toMatchObject([{ what: { amountSat: 60_000 }, isMine: true }])
    expect(await record({ amountSat: 60_000 })).toEqual({ outcome: 'recorded' })
    expect(await waiting()).toEqual([])
    expect(await read()).toMatchObject({ paidOutSat: 60_000 })
    expect(await record({ amountSat: 60_000 }, second)).toEqual({ outcome: 'known' })

    expect(await record({ txid: txid('c') })).toEqual({ outcome: 'waits' })
    const [next] = await waiting()
    const withdrawn = await second.post(`/desk/proposals/payout-record/${next.id}/withdraw`, {
      reason: 'it never left',
    })
    expect(withdrawn.status).toBe(200)
    expect(await waiting()).toEqual([])
    expect((await logged()).map(([action]: string[]) => action)).toEqual([
      'payout-record.withdraw-proposal',
      'payout-record.propose',
      'payout.record',
      'payout-record.propose',
      'payout-record.propose',
    ])
  })

  test('who waits is told by mail, without the transaction', async () => {
    await app.server.close()
    await start({ PAYOUT_FOUR_EYES: 'true' })
    const second = testClient(app)
    const { user } = await signUpProvenOperator(app, second, 'bookkeeper')
    await store()
      .db.updateTable('users')
      .set({ emailVerifiedAt: new Date(app.clock.now()) })
      .where('id', '=', user.id)
      .execute()
    await record()
    const mails = (await mailsTo(app, user.email)).map(({ textBody }) => textBody)
    const mail = mails.find((text) => text.includes(`/desk/payouts/owners/${owner}`))
    expect(mail).toMatch(/50.000\ssat/)
    expect(mail).not.toContain(txid('a'))
  })

  test('a pool is described, in place of what was known of it, and forgotten', async () => {
    const pool = {
      host: 'stratum+tcp://BCH.pool.example:3333',
      coin: 'BCH',
      mode: 'pooled',
      feeBasisPoints: 150,
    }
    const describe = async (change: object = {}) => {
      const body = { ...pool, reason: 'as they told us', ...change }
      const answer = (await operator.post(`/desk/payout-owners/${owner}/pools`, body)).body
      return answer.data ?? answer.code
    }
    for (const wrong of [
      { host: ' ' },
      { coin: 'LTC' },
      { mode: 'x' },
      { feeBasisPoints: 10_001 },
      { reason: '' },
    ])
      expect([wrong, await describe(wrong)]).toEqual([wrong, 'invalid-request'])
    expect(await describe()).toEqual({ host: 'bch.pool.example' })
    expect(await describe({ mode: 'solo', feeBasisPoints: null })).toEqual({ host: 'bch.pool.example' })
    expect((await read()).pools).toEqual([
      { host: 'bch.pool.example', coin: 'BCH', mode: 'solo', feeBasisPoints: null },
    ])
    const forget = async () => {
      const body = { host: 'bch.pool.example', reason: 'they left' }
      const answer = (await operator.post(`/desk/payout-owners/${owner}/pools/forget`, body)).body
      return answer.data ?? answer.code
    }
    expect(await forget()).toEqual({})
    expect(await forget()).toBe('not-found')
    expect(await logged()).toEqual([
      ['pool.forget', `owner ${owner}`, 'bch.pool.example · they left'],
      ['pool.describe', `owner ${owner}`, 'bch.pool.example · BCH · solo · as they told us'],
      ['pool.describe', `owner ${owner}`, 'bch.pool.example · BCH · pooled · 1.5 % · as they told us'],
    ])
  })

  test('who only reads looks, and changes nothing', async () => {
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'read-only')
    const [receipt] = (await read()).receipts
    expect((await reader.get(`/desk/payout-owners/${owner}`)).status).toBe(200)
    expect([await takeBack(receipt.id, reader), await record({}, reader)]).toEqual([
      'role-required',
      'role-required',
    ])
    const service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    expect((await service.get(`/desk/payout-owners/${owner}`)).body.code).toBe('role-required')
  })
})
