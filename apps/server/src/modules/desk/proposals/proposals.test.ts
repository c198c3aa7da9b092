import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { afterEach, expect, test } from 'vitest'
import { makeReleaseFile, releasePublicKey } from '../../../../../../scripts/lib/release-file.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { newTestAccounts } from '../../../../test/chains/coin-shop.ts'
import { paidOwner, payoutWallet, regtestAddress } from '../../../../test/chains/payout-owners.ts'
import { insertController } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { confirmProposal, propose } from '../../operators/operators.port.ts'
import { openShellReleases } from '../../releases/releases.port.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const refused = { status: 403, body: { code: 'second-operator-required' } }

describeEachEngine('what waits for a second operator', ({ store }) => {
  let app: TestApp
  const iban = 'NL91ABNA0417164300'
  const open = async (
    settings: Record<string, string>,
    bank: Record<string, string> = { COMPANY_IBAN: iban },
  ) => {
    app = await buildTestApp(store(), {
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', ...bank, ...settings },
      fetch: async () => new Response(JSON.stringify({ last: '50000' })),
    })
  }
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const operator = async (role: OperatorRole = 'owner') => {
    const client = testClient(app)
    const { user } = await signUpProvenOperator(app, client, role)
    await store().db.updateTable('users').set({ name: role }).where('id', '=', user.id).execute()
    return client
  }
  const waiting = async (client: TestClient) => (await client.get('/desk/today')).body.data.proposals
  const audit = async (client: TestClient) => (await client.get('/desk/audit')).body.data.entries
  const today = () => new Date(app.clock.now()).toISOString().slice(0, 10)
  /** An order that was paid too much, by so many cents. */
  const overpaid = async (cents: number) => {
    const { order, withKey } = await placedOrder(testClient(app), { language: 'en' })
    await receiveMoney(app, order.id, order.totals.grossCents + cents)
    return { ...order, withKey }
  }

  test('a refund from the amount on: one records it, another confirms the same proof', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '50000' })
    const [first, second, sales] = [await operator(), await operator('bookkeeper'), await operator('sales')]
    const small = await overpaid(49_999)
    const large = await overpaid(50_000)
    const pay = (who: TestClient, { id }: { id: string }, proof = 'MT-77', refundId?: string) =>
      who.post(`/desk/orders/${id}/actions`, {
        refundId,
        action: 'refund-paid',
        reason: 'by our bank',
        way: 'bank',
        proof,
        on: today(),
      })
    const refunds = async ({ id }: { id: string }) =>
      (await first.get(`/desk/orders/${id}`)).body.data.refunds
    expect((await pay(first, small)).body.data).toEqual({ waits: false })
    expect((await pay(first, large)).body.data).toEqual({ waits: true })
    expect(await pay(first, large)).toMatchObject(refused)
    expect(await refunds(large)).toMatchObject([{ paidAt: null }])
    const what = { kind: 'refund', orderNumber: large.number, amountCents: 50_000, reference: 'MT-77' }
    expect(await waiting(first)).toMatchObject([
      { what, proposedBy: 'owner', isMine: true, mayAct: false, others: 1 },
    ])
    expect(await waiting(second)).toMatchObject([{ what, isMine: false, mayAct: true, others: 1 }])
    expect(await waiting(sales)).toMatchObject([{ what, isMine: false, mayAct: false, others: 2 }])
    // Another proof is a proposal of their own, which the first one may confirm.
    expect((await pay(second, large, 'MT-78')).body.data).toEqual({ waits: true })
    expect(await waiting(first)).toMatchObject([{ proposedBy: 'bookkeeper', mayAct: true }])
    expect((await pay(first, large, 'MT-78')).body.data).toEqual({ waits: false })
    expect(await refunds(large)).toMatchObject([{ proof: { reference: 'MT-78' } }])
    expect(await waiting(first)).toEqual([])
    const [paid] = await audit(first)
    expect(paid).toMatchObject({ action: 'order.refund-paid', operator: 'owner' })
    expect(paid.reason).toContain('proposed by bookkeeper')
    const [{ id: refundId }] = await refunds(large)
    expect(await pay(second, large, 'MT-78', refundId)).toMatchObject({ status: 409 })
  })

  test('confirmed is only what another proposed, word for word, and only once', async () => {
    await open({})
    for (const role of ['owner', 'bookkeeper'] as const) await operator(role)
    const people = await store().db.selectFrom('users').select(['id', 'name']).execute()
    const personOf = (role: string) => {
      const found = people.find(({ name }) => name === role)
      if (!found) throw new Error(`no ${role}`)
      return { userId: found.id, name: role }
    }
    const deps = { store: store(), mail: app.mail, clock: app.clock.now, randomBytes }
    const wanted = (version: string) => ({
      id: '1.4.0',
      what: { kind: 'resume', version, haltReason: null, haltControllerId: null } as const,
      subject: 'release 1.4.0' as const,
      reason: 'seen on board',
    })
    const confirm = (role: string, version = '1.4.0') =>
      store()
        .db.transaction()
        .execute((trx) => confirmProposal(deps, trx, personOf(role), wanted(version)))
    const code = 'second-operator-required'
    await expect(confirm('bookkeeper')).rejects.toMatchObject({ code })
    expect(await propose(deps, personOf('owner'), wanted('1.4.0'))).toBe(true)
    await expect(confirm('owner')).rejects.toMatchObject({ code })
    await expect(confirm('bookkeeper', '1.4.1')).rejects.toMatchObject({ code })
    expect(await confirm('bookkeeper')).toBe('owner')
    await expect(confirm('bookkeeper')).rejects.toMatchObject({ code })
  })

  test('what was proposed is withdrawn by a role that could confirm it', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '0' })
    const [owner, service] = [await operator(), await operator('service')]
    const { id } = await overpaid(50_000)
    const body = { action: 'refund-paid', reason: 'by our bank', way: 'bank', proof: 'MT-77', on: today() }
    await owner.post(`/desk/orders/${id}/actions`, body)
    const [proposal] = await waiting(owner)
    expect(proposal.others).toBe(0)
    const withdraw = (who: TestClient, refundId = proposal.id) =>
      who.post(`/desk/proposals/refund/${refundId}/withdraw`, { reason: 'wrong proof' })
    expect(await withdraw(service)).toMatchObject({ status: 403, body: { code: 'role-required' } })
    expect((await withdraw(owner, 'none')).status).toBe(404)
    expect((await withdraw(owner)).status).toBe(200)
    expect((await withdraw(owner)).status).toBe(404)
    expect(await waiting(owner)).toEqual([])
  })

  test('a run of refunds by its sum: another than its maker records that it was paid', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '60000' })
    const [maker, second] = [await operator(), await operator('bookkeeper')]
    for (const cents of [40_000, 30_000]) {
      const { id, withKey } = await overpaid(cents)
      const claim = { way: 'bank', to: 'DE89370400440532013000', name: 'Popa', expectedAmount: String(cents) }
      await testClient(app).post(`/orders/${id}/refund-claim`, claim, withKey)
    }
    const made = await maker.post('/desk/refund-runs', { way: 'bank' })
    const [run] = made.body.data.runs
    expect(run).toMatchObject({ needsSecond: true, createdBy: 'owner' })
    expect(await waiting(second)).toMatchObject([
      { id: run.id, what: { kind: 'refund-run', amountCents: 70_000 }, mayAct: true },
    ])
    const paid = (who: TestClient) => who.post(`/desk/refund-runs/${run.id}/paid`, { on: today() })
    expect(await paid(maker)).toMatchObject(refused)
    expect((await paid(second)).body.data.runs).toEqual([])
    expect(await waiting(second)).toEqual([])
    const [entry] = await audit(maker)
    expect(entry).toMatchObject({ action: 'refund-run.paid', operator: 'bookkeeper' })
    expect(entry.reason).toContain('proposed by owner')
  })

  test('a rollout: one wants it, another starts the same one', async () => {
    await open({ RELEASE_FOUR_EYES: 'true', RELEASE_PUBLIC_KEY: releasePublicKey(privateKey) })
    const [first, second] = [await operator(), await operator('service')]
    const { store: db, clock, secretKey } = app
    const releases = openShellReleases({
      store: db,
      clock: clock.now,
      secretKey,
      releaseKey: releasePublicKey(privateKey),
      fourEyes: true,
      productName: 'Shipminer',
      randomUuid: () => crypto.randomUUID(),
      randomBytes,
      mail: app.mail,
    })
    const file = makeReleaseFile({
      version: '1.4.0',
      minimumNode: '24.0.0',
      allowsDowngrade: false,
      files: [{ path: 'app/controller.mjs', content: Buffer.from('run()') }],
      privateKey,
    })
    await releases.publish({ userId: null, name: 'shell' }, file.bytes)
    await insertController(store().db, { id: 'SM-AAA222', publicKey: Buffer.alloc(32, 1) })
    const start = (who: TestClient, change: object = {}) =>
      who.post('/desk/releases/rollouts', {
        version: '1.4.0',
        stages: [{ percent: 100 }],
        reportWithinMinutes: 60,
        tolerated: 0,
        reason: 'to all of them',
        ...change,
      })
    const rollouts = async () => (await first.get('/desk/releases')).body.data.rollouts
    expect((await start(first, { version: '1.5.0' })).status).toBe(404)
    expect((await start(first)).body.data).toEqual({ id: null })
    expect(await start(first)).toMatchObject(refused)
    expect(await rollouts()).toEqual([])
    const plan = { version: '1.4.0', stages: [{ percent: 100 }], reportWithinMinutes: 60, tolerated: 0 }
    expect(await waiting(second)).toMatchObject([{ what: { kind: 'rollout', plan }, mayAct: true }])
    expect((await start(second, { tolerated: 1 })).body.data).toEqual({ id: null })
    expect((await start(first, { tolerated: 1 })).body.data.id).toEqual(expect.any(String))
    expect(await rollouts()).toMatchObject([{ version: '1.4.0', tolerated: 1 }])
    expect((await rollouts())[0].audit[0].reason).toContain('proposed by service')
    expect(await waiting(first)).toEqual([])
  })

  test('a new account receives nothing until two operators have confirmed its first address', async () => {
    const bitcoin = {
      RECEIVING_FOUR_EYES: 'true',
      BITCOIN_XPUB: newTestAccounts().bitcoin,
      BITCOIN_NETWORK: 'regtest',
      PAYMENT_ESPLORA_URL: 'https://esplora.example/api',
      PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.example/,BTC/EUR=https://two.example/',
    }
    await open(bitcoin)
    const [first, second, books] = [await operator(), await operator(), await operator('bookkeeper')]
    const [account] = (await first.get('/desk/payments')).body.data.accounts
    expect(account).toMatchObject({
      asset: 'BTC',
      mayReceive: false,
      firstAddress: expect.stringMatching(/^bcrt1/),
    })
    expect(await waiting(first)).toMatchObject([
      { what: { kind: 'account', asset: 'BTC' }, proposedBy: null, isMine: false, mayAct: true, others: 1 },
    ])
    expect(await waiting(books)).toMatchObject([{ mayAct: false, others: 2 }])
    const offers = () => app.coinPayments.payments.cryptoOffers(1_750_000)
    expect(await offers()).toEqual([])
    const confirm = (who: TestClient, firstAddress = account.firstAddress) =>
      who.post('/desk/receiving-accounts/BTC/confirm', { firstAddress, reason: 'as our wallet shows it' })
    expect((await confirm(first, 'bc1qother')).status).toBe(404)
    expect((await confirm(first)).body.data).toEqual({ waits: true })
    expect(await confirm(first)).toMatchObject(refused)
    expect((await confirm(second)).body.data).toEqual({ waits: false })
    expect((await first.get('/desk/payments')).body.data.accounts).toMatchObject([{ mayReceive: true }])
    expect(await offers()).toMatchObject([{ method: 'bitcoin' }])
    expect((await confirm(second)).status).toBe(404)
    const [entry] = await audit(first)
    expect(entry).toMatchObject({ action: 'account.confirm', subject: 'account BTC' })
    expect(entry.reason).toContain('proposed by owner')
  })

  test('a halted rollout: one wants it to go on, another resumes it; what halts again is another matter', async () => {
    await open({ RELEASE_FOUR_EYES: 'true' })
    const [first, second] = [await operator(), await operator('service')]
    const { db } = store()
    const id = crypto.randomUUID()
    const at = new Date(app.clock.now())
    await db
      .insertInto('controllerReleases')
      .values({ version: '1.4.0', manifest: '{}', signature: '', archive: Buffer.alloc(1), publishedAt: at })
      .execute()
    await db
      .insertInto('rollouts')
      .values({
        id,
        version: '1.4.0',
        stages: JSON.stringify([{ percent: 100 }]),
        reportWithinMs: 3_600_000,
        tolerated: 0,
        state: 'halted',
        stage: 0,
        haltReason: 'rolled-back',
        haltControllerId: 'SM-AAA222',
        startedAt: at,
        stageStartedAt: at,
      })
      .execute()
    const act = (who: TestClient, action: string) =>
      who.post(`/desk/releases/rollouts/${id}/actions`, { action, reason: 'seen on board' })
    const state = async () =>
      (await db.selectFrom('rollouts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    const none = `/desk/releases/rollouts/${crypto.randomUUID()}/actions`
    expect((await first.post(none, { action: 'resume', reason: 'none' })).status).toBe(404)
    expect((await act(first, 'resume')).body.data).toEqual({ waits: true })
    expect(await act(first, 'resume')).toMatchObject(refused)
    expect(await state()).toBe('halted')
    const what = {
      kind: 'resume',
      version: '1.4.0',
      haltReason: 'rolled-back',
      haltControllerId: 'SM-AAA222',
    }
    expect(await waiting(second)).toMatchObject([{ id, what, proposedBy: 'owner', mayAct: true }])
    // It is halted for another reason by now: what was proposed does not hold.
    await db.updateTable('rollouts').set({ haltReason: 'refused' }).where('id', '=', id).execute()
    expect((await act(second, 'resume')).body.data).toEqual({ waits: true })
    expect((await act(first, 'resume')).body.data).toEqual({ waits: false })
    expect(await state()).not.toBe('halted')
    expect(await waiting(second)).toEqual([])
    const entry = (await audit(first)).find(({ action }: { action: string }) => action === 'rollout.resume')
    expect(entry.reason).toContain('proposed by service')
  })

  test('a bank account that is new in the settings is named to nobody until two owners have confirmed it', async () => {
    await open({ ACCOUNTS_FOUR_EYES: 'true' })
    const [first, second] = [await operator(), await operator()]
    const methods = async () =>
      (
        await testClient(app).post('/orders/quote', {
          product: 'sm19',
          quantity: 1,
          country: 'NL',
          company: '',
          vatNumber: '',
        })
      ).body.data.methods.map(({ method }: { method: string }) => method)
    expect(await waiting(first)).toMatchObject([
      { what: { kind: 'account', asset: 'bank', firstAddress: iban }, proposedBy: null, mayAct: true },
    ])
    expect(await methods()).not.toContain('bank_transfer')
    const confirm = (who: TestClient, firstAddress = iban) =>
      who.post('/desk/receiving-accounts/bank/confirm', { firstAddress, reason: 'as our bank names it' })
    expect((await confirm(first, 'NL00')).status).toBe(404)
    expect((await confirm(first)).body.data).toEqual({ waits: true })
    expect(await confirm(first)).toMatchObject(refused)
    expect((await confirm(second)).body.data).toEqual({ waits: false })
    expect(await methods()).toContain('bank_transfer')
    const { order, withKey } = await placedOrder(testClient(app))
    const shown = async () =>
      (await testClient(app).get(`/orders/${order.id}`, withKey)).body.data.order.bank?.iban ?? null
    expect((await shown()).replaceAll(' ', '')).toBe(iban)

    // Somebody with the host changes it: neither new orders nor those of before name the other one.
    await app.server.close()
    await open({ ACCOUNTS_FOUR_EYES: 'true', COMPANY_IBAN: 'DE89370400440532013000' })
    expect(await methods()).not.toContain('bank_transfer')
    expect(await shown()).toBeNull()
    await app.server.close()
    await open({ COMPANY_IBAN: 'DE89370400440532013000' })
    expect(await methods()).toContain('bank_transfer')
  })

  test('an account for payouts that is new in the settings pays nothing until two owners have confirmed it', async () => {
    const paying = {
      ACCOUNTS_FOUR_EYES: 'true',
      PAYOUT_XPUB: payoutWallet().publicKey,
      BITCOIN_NETWORK: 'regtest',
      PAYMENT_ESPLORA_URL: 'https://esplora.example/api',
    }
    await open(paying, {})
    const [first, second] = [await operator(), await operator()]
    const [proposal] = await waiting(first)
    const { firstAddress } = proposal.what
    expect(proposal).toMatchObject({ what: { kind: 'account', asset: 'payouts' }, mayAct: true })
    expect(firstAddress).toMatch(/^bcrt1/)
    await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })
    const { totalSat } = (await first.get('/desk/payouts')).body.data
    const { id } = (await first.post('/desk/payouts', { lines: 1, totalSat })).body.data
    const make = async () =>
      (await first.post(`/desk/payouts/${id}/psbt`, { feeRateMilliSat: 1000 })).body.code
    expect(await make()).toBe('account-unconfirmed')
    const confirm = (who: TestClient) =>
      who.post('/desk/receiving-accounts/payouts/confirm', { firstAddress, reason: 'as our wallet shows it' })
    await confirm(first)
    expect((await confirm(second)).body.data).toEqual({ waits: false })
    expect(await waiting(first)).toEqual([])
    expect(await make()).not.toBe('account-unconfirmed')
  })
})
