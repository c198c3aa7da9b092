import { Transaction } from '@scure/btc-signer'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient } from '../../../test/build-test-app.ts'
import { fakeEsplora } from '../../../test/chains/fake-esplora.ts'
import {
  paidOwner,
  payoutWallet,
  provenOperator,
  receive,
  regtestAddress,
  setPayoutAddress,
} from '../../../test/chains/payout-owners.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { parseConfig } from '../../config.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { followPayouts } from './follow-payouts.ts'
import { scriptOfAddress } from './payout-account.ts'
import { setUpPayouts } from './payout-setup.ts'
import { payoutAttachment } from './statements/payout-statements.service.ts'

const dayMs = 86_400_000
const wallet = payoutWallet()
const txidOf = (number: number) => String(number).padStart(64, 'a')

describeEachEngine('payout runs', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let esplora: ReturnType<typeof fakeEsplora>
  beforeEach(async () => {
    await resetTestStore(store())
    esplora = fakeEsplora()
    esplora.idOf = (hex) => Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true }).id
    app = await buildTestApp(store(), {
      settings: {
        PAYOUT_XPUB: wallet.publicKey,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_ESPLORA_URL: esplora.url,
        PAYOUT_MINIMUM_SAT: '10000',
      },
      fetch: esplora.fetch as typeof fetch,
    })
    operator = await provenOperator(app)
  })
  afterEach(() => app.server.close())

  const preview = async () => (await operator.get('/desk/payouts')).body.data
  const read = async (id: string) => (await operator.get(`/desk/payouts/${id}`)).body.data.run
  const post = async (path: string, body: object = {}) => {
    const { status, body: answer } = await operator.post(`/desk/payouts${path}`, body)
    return status === 200 ? answer.data : answer.code
  }
  const create = async () => {
    const { owners, totalSat } = await preview()
    const lines = owners.filter(({ amountSat }: { amountSat: number | null }) => amountSat !== null).length
    return (await post('', { lines, totalSat })).id as string
  }
  const fund = (
    index: number,
    value: number,
    branch: 0 | 1 = 0,
    of: { height?: number; ofBlock?: boolean } = {},
  ) =>
    esplora.coins.set(wallet.addressAt(branch, index), [
      { txid: txidOf(branch * 100 + index), vout: 1, value, ...of },
    ])
  const sign = (psbtBase64: string) => {
    const transaction = Transaction.fromPSBT(Buffer.from(psbtBase64, 'base64'))
    transaction.sign(wallet.master as Parameters<Transaction['sign']>[0])
    transaction.finalize()
    return transaction
  }
  const twoOwners = async () => {
    const piet = await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })
    const kees = await paidOwner(app, { name: 'Kees', receivedSat: 133_335, address: regtestAddress(2) })
    return { piet, kees }
  }
  /** A signed transaction that pays the given outputs, from someone else's coin. */
  const payByHand = (payments: readonly [address: string, amountSat: number][], coin = 50) => {
    const key = wallet.account.deriveChild(0).deriveChild(coin)
    const transaction = new Transaction()
    transaction.addInput({
      txid: txidOf(coin),
      index: 0,
      witnessUtxo: {
        amount: 900_000n,
        script: Buffer.from(scriptOfAddress(wallet.addressAt(0, coin), 'regtest') ?? '', 'hex'),
      },
    })
    for (const [address, amountSat] of payments)
      transaction.addOutput({
        amount: BigInt(amountSat),
        script: Buffer.from(scriptOfAddress(address, 'regtest') ?? '', 'hex'),
      })
    const unsigned = Buffer.from(transaction.unsignedTx).toString('hex')
    transaction.sign(key.privateKey as Uint8Array)
    transaction.finalize()
    return { hex: transaction.hex, txid: transaction.id, unsigned }
  }
  const follow = () => {
    const settings = { xpub: null, network: 'regtest' as const, rpcUrls: [], esploraUrls: [esplora.url] }
    const setup = setUpPayouts(settings, { fetch: esplora.fetch as typeof fetch })
    if (!setup.ok) throw new Error(setup.problem)
    return followPayouts({ store: store(), clock: app.clock.now, source: setup.source })
  }

  test('shows who is due what, and why somebody is not in the run', async () => {
    const { piet } = await twoOwners()
    await receive(store(), piet.id, 7_000, new Date(app.clock.now()), { coin: 'BCH' })
    const owner = (name: string, receivedSat: number, address: string | null = null) =>
      paidOwner(app, { name, receivedSat, address })
    await owner('Small', 13_332, regtestAddress(3))
    await owner('Nowhere', 90_000)
    const waits = await owner('Waits', 90_000)
    await setPayoutAddress(app, waits.id, regtestAddress(4), dayMs)
    const direct = await owner('Direct', 1_000, regtestAddress(5))
    await receive(store(), direct.id, 90_000, new Date(app.clock.now()), { paidTo: 'owner' })
    await owner('Odd', 90_000, 'bc1qnonsense')
    const { owners, totalSat, setup, runs } = await preview()
    expect(setup).toEqual({
      minimumSat: 10_000,
      network: 'regtest',
      hasAccount: true,
      hasOrigin: true,
      source: 'esplora.example',
      fourEyes: false,
    })
    expect([totalSat, runs]).toEqual([250_001, []])
    const shown = new Map(owners.map((one: { name: string }) => [one.name, one]))
    expect(shown.get('Piet')).toMatchObject({
      receivedSat: 200_000,
      receivedSinceSat: 200_000,
      ownerShareSat: 150_000,
      paidOutSat: 0,
      balanceSat: 150_000,
      amountSat: 150_000,
      refusal: null,
      address: regtestAddress(1),
      otherCoins: [{ coin: 'BCH', receivedSat: 7_000 }],
    })
    expect(shown.get('Kees')).toMatchObject({ amountSat: 100_001, otherCoins: [] })
    for (const [name, refusal, balanceSat] of [
      ['Small', 'below-minimum', 9_999],
      ['Nowhere', 'no-address', 67_500],
      ['Waits', 'address-waiting', 67_500],
      ['Direct', 'not-positive', -21_750],
      ['Odd', 'address-unusable', 67_500],
    ])
      expect(shown.get(name)).toMatchObject({ amountSat: null, refusal, balanceSat })
  })

  test('owners and runs are found, sorted and paged', async () => {
    await twoOwners()
    await paidOwner(app, { name: 'Small', receivedSat: 13_332, address: regtestAddress(3) })
    const read = async (query: string) => {
      const { status, body } = await operator.get(`/desk/payouts?${query}`)
      expect([query, status]).toEqual([query, 200])
      return body.data
    }
    const names = async (query: string) =>
      (await read(query)).owners.map(({ name }: { name: string }) => name)
    const all = await names('')
    expect(all.slice(0, 2)).toEqual(['Piet', 'Kees'])
    expect(await names('search=KE')).toEqual(['Kees'])
    expect(await names('standing=due&sort=due&direction=ascending')).toEqual(['Kees', 'Piet'])
    expect(await names('standing=out')).toContain('Small')
    expect(await names('standing=due&sort=name&direction=ascending')).toEqual(['Kees', 'Piet'])
    expect((await names('sort=received'))[0]).toBe('Piet')
    expect(await names('page=2')).toEqual([])
    expect(await read('search=piet')).toMatchObject({
      ...{ byStanding: { due: 1, out: 0 }, lines: 2, totalSat: 250_001 },
      ...{ perPage: 50, runsTotal: 0 },
    })
    for (const wait of ['first', 'second']) {
      const id = await create()
      if (wait === 'first') await post(`/${id}/cancel`, { reason: 'wrong week' })
    }
    const ids = async (query: string) => (await read(query)).runs.map(({ id }: { id: string }) => Number(id))
    const [newest = 0, oldest = 0] = await ids('')
    expect(newest).toBeGreaterThan(oldest)
    expect(await ids('runsSort=createdAt&runsDirection=ascending')).toEqual([oldest, newest])
    expect(await ids('runsState=cancelled')).toEqual([oldest])
    expect(await read('runsState=confirmed')).toMatchObject({ runs: [], runsTotal: 0 })
    expect(await ids('runsSort=lines&runsPage=1')).toEqual([newest, oldest])
    expect(await ids('runsSort=total&runsPage=2')).toEqual([])
    for (const bad of [
      'page=0',
      'sort=address',
      'runsState=lost',
      'runsSort=txid',
      'standing=maybe',
      'firstSort=due',
    ])
      expect((await operator.get(`/desk/payouts?${bad}`)).status).toBe(400)
  })

  test('of two operators at once one makes the run; cancelled, its amounts are due again', async () => {
    await twoOwners()
    const body = { lines: 2, totalSat: 250_001 }
    expect(await post('', { ...body, totalSat: 250_000 })).toBe('payouts-changed')
    const both = await Promise.all([post('', body), post('', body)])
    expect(both.filter((one) => one === 'payouts-changed')).toHaveLength(1)
    const { id } = both.find((one) => one !== 'payouts-changed')
    const { owners, totalSat } = await preview()
    expect(totalSat).toBe(0)
    for (const owner of owners) expect(owner).toMatchObject({ refusal: 'in-open-run', openRunId: id })
    const nowhere = await operator.post('/desk/payouts/999/cancel', { reason: 'because' })
    expect(nowhere.body.code).toBe('payout-run-not-found')
    expect((await operator.get('/desk/payouts/nonsense')).body.code).toBe('payout-run-not-found')
    expect(await post(`/${id}/import`, { transaction: payByHand([]).hex, send: false })).toBe(
      'payout-run-conflict',
    )
    const cancelled = await Promise.all([
      post(`/${id}/cancel`, { reason: 'wrong week' }),
      post(`/${id}/cancel`, { reason: 'wrong week' }),
    ])
    expect(cancelled).toEqual(expect.arrayContaining([{}, 'payout-run-conflict']))
    expect(await read(id)).toMatchObject({ state: 'cancelled', cancelReason: 'wrong week', events: [] })
    expect((await preview()).totalSat).toBe(250_001)
    expect(await post(`/${id}/csv`)).toBe('payout-run-conflict')
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'payout.cancel', subject: `payout ${id}`, reason: 'wrong week' },
      { action: 'payout.create', subject: `payout ${id}` },
    ])
  })

  test('paid by hand from the table: every line has to be right, and the owners are told once', async () => {
    const { piet, kees } = await twoOwners()
    await store()
      .db.updateTable('users')
      .set({ emailVerifiedAt: new Date(0), preferredLanguage: 'de' })
      .execute()
    const id = await create()
    const { filename, csv } = (await operator.post(`/desk/payouts/${id}/csv`, {})).body.data
    expect([filename, csv]).toEqual([
      `payout-run-${id}.csv`,
      [
        '\ufeffaddress,amount_btc,amount_sat,reference,owner',
        `${regtestAddress(2)},0.00100001,100001,${id}-1,Kees`,
        `${regtestAddress(1)},0.00150000,150000,${id}-2,Piet`,
        '',
      ].join('\r\n'),
    ])
    const [change, right] = [regtestAddress(9), [regtestAddress(1), 150_000]] as const
    const wrong = payByHand([right as [string, number], [regtestAddress(2), 100_000]])
    expect(await post(`/${id}/import`, { transaction: wrong.hex, send: false })).toEqual({
      outcome: 'differs',
      differences: [{ name: 'Kees', address: regtestAddress(2), amountSat: 100_001, foundSat: 100_000 }],
    })
    const paid = payByHand([right as [string, number], [change, 5_000], [regtestAddress(2), 100_001]])
    expect(await post(`/${id}/import`, { transaction: paid.unsigned, send: false })).toBe(
      'payout-transaction-unsigned',
    )
    expect(await post(`/${id}/import`, { transaction: 'ab'.repeat(40), send: false })).toBe(
      'payout-transaction-invalid',
    )
    expect(await post(`/${id}/import`, { transaction: paid.txid, send: false })).toBe(
      'payout-transaction-not-found',
    )
    expect((await read(id)).state).toBe('exported')
    esplora.transactions.set(paid.txid, { hex: wrong.hex, height: null })
    expect(await post(`/${id}/import`, { transaction: paid.txid, send: false })).toBe(
      'payout-transaction-not-found',
    )
    esplora.transactions.set(paid.txid, { hex: paid.hex, height: null })
    const imports = await Promise.all([
      post(`/${id}/import`, { transaction: paid.txid, send: false }),
      post(`/${id}/import`, { transaction: paid.hex, send: false }),
    ])
    expect(imports).toContainEqual({ outcome: 'accepted', txid: paid.txid })
    const payouts = await store().db.selectFrom('payouts').selectAll().orderBy('amountSat').execute()
    expect(payouts).toMatchObject([
      { userId: kees.id, amountSat: 100_001, txid: paid.txid },
      { userId: piet.id, amountSat: 150_000, txid: paid.txid },
    ])
    const mails = await store()
      .db.selectFrom('mails')
      .select(['subject', 'textBody', 'attachment'])
      .where('attachment', 'like', 'payout:%')
      .execute()
    expect(mails).toHaveLength(2)
    expect(mails[0]?.subject).toBe(`Ihre Shipminer-Auszahlung Nr. ${id}`)
    expect(mails.map(({ textBody }) => textBody).join()).toContain(paid.txid)
    expect(mails.map(({ attachment }) => attachment)).toContain(`payout:${id}:${piet.id}`)
    expect((await piet.client.get('/mining/revenue')).body.data).toMatchObject({
      balanceSat: 0,
      payouts: [{ amountSat: 150_000, txid: paid.txid }],
    })
    const attached = (name: string) =>
      payoutAttachment(
        {
          store: store(),
          productName: 'Shipminer',
          seller: parseConfig({}).company,
          ownersFuel: async () => ({
            ships: [],
            total: { fuelGrams: null, co2Grams: null, fuelCents: null, heldSeconds: 0 },
          }),
        },
        name,
      )
    expect(await attached(`payout:${id}:${piet.id}`)).toMatchObject([
      { filename: `payout-${id}.pdf`, contentType: 'application/pdf' },
    ])
    for (const name of [`payout:${id}:${crypto.randomUUID()}`, `payout:999:${piet.id}`, 'invoice:INV-1'])
      expect(await attached(name)).toBeNull()
    // Once it is broadcast, nothing is released.
    expect(await post(`/${id}/cancel`, { reason: 'too late' })).toBe('payout-run-conflict')

    const statement = await operator.get(`/desk/payouts/${id}/statements/${piet.id}`)
    const { text } = await extractText(
      await getDocumentProxy(new Uint8Array(Buffer.from(statement.body.data.pdfBase64, 'base64'))),
      { mergePages: true },
    )
    for (const words of [
      'Auszahlung',
      '0,00150000 BTC',
      regtestAddress(1),
      paid.txid,
      'Kraftstoff für das Schürfen',
      'Keine Box kannte den Kraftstoff',
    ])
      expect(text.replaceAll(/\s+/g, '')).toContain(words.replaceAll(' ', ''))
    expect((await operator.get(`/desk/payouts/${id}/statements/${crypto.randomUUID()}`)).body.code).toBe(
      'payout-run-not-found',
    )

    const send = (who: string) => operator.post(`/desk/payouts/${id}/statements/${who}/send`)
    expect((await send(crypto.randomUUID())).body.code).toBe('payout-run-not-found')
    const { to } = (await send(piet.id)).body.data
    const again = await store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'attachment'])
      .where('messageId', 'like', `again.%`)
      .execute()
    expect(again).toEqual([
      {
        recipient: to,
        subject: `Ihre Shipminer-Auszahlung Nr. ${id}`,
        attachment: `payout:${id}:${piet.id}`,
      },
    ])
    expect((await operator.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'payout.statement',
      subject: `payout ${id}`,
    })
    await store().db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', kees.id).execute()
    expect((await send(kees.id)).body.code).toBe('recipient-missing')

    // The next week begins where this one ended, and a transaction counts once.
    app.clock.advance(7 * dayMs)
    await receive(store(), piet.id, 40_000, new Date(app.clock.now()))
    operator = await provenOperator(app)
    expect((await preview()).owners[0]).toMatchObject({
      name: 'Piet',
      receivedSinceSat: 40_000,
      paidOutSat: 150_000,
      amountSat: 30_000,
    })
    const next = await create()
    await post(`/${next}/csv`)
    expect(
      await post(`/${next}/import`, {
        transaction: payByHand([[regtestAddress(1), 30_000]]).hex,
        send: false,
      }),
    ).toMatchObject({ outcome: 'accepted' })
  })

  test('with four eyes whoever made a run does not take its transaction, neither to send it nor to replace it', async () => {
    const strict = await buildTestApp(store(), {
      settings: {
        PAYOUT_XPUB: wallet.publicKey,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_ESPLORA_URL: esplora.url,
        PAYOUT_MINIMUM_SAT: '10000',
        PAYOUT_FOUR_EYES: 'true',
      },
      fetch: esplora.fetch as typeof fetch,
    })
    const maker = await provenOperator(strict)
    const second = await provenOperator(strict)
    await twoOwners()
    const { owners, totalSat, setup } = (await maker.get('/desk/payouts')).body.data
    expect(setup.fourEyes).toBe(true)
    const { id } = (await maker.post('/desk/payouts', { lines: owners.length, totalSat })).body.data
    const email = 'maker@desk.example'
    await store()
      .db.updateTable('users')
      .set({ email, emailVerifiedAt: new Date(strict.clock.now()), preferredLanguage: 'en' })
      .where('id', 'in', (runs) => runs.selectFrom('payoutRuns').select('createdById'))
      .execute()
    await maker.post(`/desk/payouts/${id}/csv`, {})
    const paid = payByHand([
      [regtestAddress(1), 150_000],
      [regtestAddress(2), 100_001],
    ])
    const take = (who: TestClient, send: boolean) =>
      who.post(`/desk/payouts/${id}/import`, { transaction: paid.hex, send })
    for (const send of [false, true])
      expect(await take(maker, send)).toMatchObject({
        status: 403,
        body: { code: 'second-operator-required' },
      })
    expect((await maker.get(`/desk/payouts/${id}`)).body.data.run.state).toBe('exported')
    expect((await take(second, false)).body.data).toEqual({ outcome: 'accepted', txid: paid.txid })
    expect((await take(maker, false)).body.code).toBe('second-operator-required')
    const told = (await mailsTo(strict, email)).map(({ subject }) => subject)
    expect(told).toEqual([`Confirmed: payout ${id}, 250,001 sat in all`])
    await strict.server.close()
  })

  test('one unsigned transaction: too little money, another fee, sent, replaced, confirmed', async () => {
    await twoOwners()
    const id = await create()
    expect(await post(`/${id}/psbt`, { feeRateMilliSat: 2_000 })).toMatchObject({
      outcome: 'insufficient',
      availableSat: 0,
    })
    expect((await read(id)).state).toBe('draft')
    expect((await operator.get('/desk/payout-fee')).body.data).toEqual({
      feeRateMilliSat: 4_200,
      source: 'esplora.example',
    })
    fund(0, 200_000)
    fund(3, 90_000)
    fund(1, 60_000, 1)
    // Nothing beyond the gap limit is scanned, and a coinbase needs 100 blocks on top of it.
    fund(40, 5_000_000)
    fund(5, 9_000_000, 0, { height: esplora.tip - 98, ofBlock: true })
    fund(6, 10, 0, { height: esplora.tip })
    const first = await post(`/${id}/psbt`, { feeRateMilliSat: 2_000 })
    expect(first).toMatchObject({ outcome: 'made', transaction: { inputs: 2 } })
    esplora.answers = 'is away'
    expect(await post(`/${id}/psbt`, { feeRateMilliSat: 9_000 })).toBe('payout-source-unavailable')
    expect((await operator.get('/desk/payout-fee')).body.data.feeRateMilliSat).toBeNull()
    esplora.answers = 'takes'
    const second = (await post(`/${id}/psbt`, { feeRateMilliSat: 9_000 })).transaction
    expect((await read(id)).transaction).toEqual(second)
    const signed = sign(second.psbtBase64)
    const changeScript = scriptOfAddress(wallet.addressAt(1, 2), 'regtest')
    const outputs = Array.from({ length: signed.outputsLength }, (_, at) => signed.getOutput(at))
    expect(
      outputs.map(({ script, amount }) => [Buffer.from(script ?? []).toString('hex'), Number(amount)]),
    ).toContainEqual([changeScript, second.changeSat])
    expect(signed.fee).toBe(BigInt(second.feeSat))

    expect(await post(`/${id}/import`, { transaction: second.psbtBase64, send: true })).toBe(
      'payout-transaction-unsigned',
    )
    esplora.answers = 'refuses'
    expect(await post(`/${id}/import`, { transaction: signed.hex, send: true })).toBe('payout-send-refused')
    expect((await read(id)).state).toBe('exported')
    esplora.answers = 'takes'
    expect(await post(`/${id}/import`, { transaction: signed.hex, send: true })).toEqual({
      outcome: 'accepted',
      txid: signed.id,
    })
    expect(esplora.sent).toEqual([signed.hex])
    expect(await post(`/${id}/psbt`, { feeRateMilliSat: 9_000 })).toBe('payout-run-conflict')
    await follow()
    expect(await read(id)).toMatchObject({ state: 'broadcast', confirmations: 0, canSend: true })

    // A transaction that could be valid at the same time as the first would pay twice; one that replaces it does not.
    const beside = payByHand([
      [regtestAddress(1), 150_000],
      [regtestAddress(2), 100_001],
    ])
    expect(await post(`/${id}/import`, { transaction: beside.hex, send: false })).toBe(
      'payout-transaction-used',
    )
    const instead = sign(first.transaction.psbtBase64)
    expect(await post(`/${id}/import`, { transaction: instead.hex, send: false })).toEqual({
      outcome: 'accepted',
      txid: instead.id,
    })
    expect(await store().db.selectFrom('payouts').select('txid').distinct().execute()).toEqual([
      { txid: instead.id },
    ])
    await follow()
    expect(await read(id)).toMatchObject({ state: 'broadcast', txid: instead.id, confirmations: null })
    esplora.transactions.set(instead.id, { hex: instead.hex, height: esplora.tip - 4 })
    await follow()
    expect(await read(id)).toMatchObject({ state: 'broadcast', confirmations: 5 })
    esplora.tip += 1
    await follow()
    expect(await read(id)).toMatchObject({
      state: 'confirmed',
      confirmations: 6,
      confirmedAt: app.clock.now(),
    })
  })

  test('leaves coins alone that wait elsewhere, and stops when an address or a coin has changed', async () => {
    const { piet } = await twoOwners()
    for (const index of [0, 1, 2]) fund(index, 300_000)
    const id = await create()
    await post(`/${id}/psbt`, { feeRateMilliSat: 2_000 })
    const other = await paidOwner(app, { name: 'Other', receivedSat: 40_000, address: regtestAddress(6) })
    const next = await create()
    await post(`/${next}/psbt`, { feeRateMilliSat: 2_000 })
    const coinsOf = async (run: string) => {
      const transaction = Transaction.fromPSBT(
        Buffer.from((await read(run)).transaction.psbtBase64, 'base64'),
      )
      return Array.from({ length: transaction.inputsLength }, (_, at) =>
        Buffer.from(transaction.getInput(at).txid ?? []).toString('hex'),
      )
    }
    expect((await coinsOf(next)).some((coin) => coin === txidOf(0))).toBe(false)
    expect(await coinsOf(id)).toEqual([txidOf(0)])

    await setPayoutAddress(app, other.id, regtestAddress(7), -1)
    expect(await post(`/${next}/psbt`, { feeRateMilliSat: 3_000 })).toBe('payout-address-changed')
    expect(await post(`/${next}/csv`)).toBe('payout-address-changed')
    esplora.coins.delete(wallet.addressAt(0, 0))
    expect(await post(`/${id}/psbt`, { feeRateMilliSat: 3_000 })).toBe('payout-coin-spent')
    // Recorded by hand in the meantime: the same transaction does not count twice.
    const paid = payByHand([
      [regtestAddress(1), 150_000],
      [regtestAddress(2), 100_001],
    ])
    await store()
      .db.insertInto('payouts')
      .values({
        userId: piet.id,
        amountSat: 150_000,
        paidAt: new Date(0),
        recordedAt: new Date(0),
        txid: paid.txid,
        note: null,
      })
      .execute()
    expect(await post(`/${id}/import`, { transaction: paid.hex, send: false })).toBe(
      'payout-transaction-used',
    )
    expect(await store().db.selectFrom('payouts').select('amountSat').execute()).toHaveLength(1)
    expect((await read(id)).state).toBe('exported')
  })

  test('today says whom the run of the week would pay once the last one is over a week old, and what was made and not sent', async () => {
    const today = async () => {
      const { payoutsDue, openPayoutRuns } = (await operator.get('/desk/today')).body.data
      return { payoutsDue, openPayoutRuns }
    }
    expect(await today()).toEqual({ payoutsDue: null, openPayoutRuns: [] })
    const { piet } = await twoOwners()
    expect(await today()).toEqual({
      payoutsDue: { owners: 2, totalSat: 250_001, lastRunAt: null },
      openPayoutRuns: [],
    })
    const madeAt = app.clock.now()
    const id = await create()
    expect(await today()).toEqual({
      payoutsDue: null,
      openPayoutRuns: [{ id, createdAt: madeAt, totalSat: 250_001 }],
    })
    expect(await post(`/${id}/csv`)).toMatchObject({ filename: expect.any(String) })
    expect((await today()).openPayoutRuns).toHaveLength(1)
    const paid = payByHand([
      [regtestAddress(1), 150_000],
      [regtestAddress(2), 100_001],
    ])
    await post(`/${id}/import`, { transaction: paid.hex, send: false })
    await receive(store(), piet.id, 40_000, new Date(app.clock.now()))
    expect(await today()).toEqual({ payoutsDue: null, openPayoutRuns: [] })
    app.clock.advance(7 * dayMs)
    operator = await provenOperator(app)
    expect((await today()).payoutsDue).toEqual({ owners: 1, totalSat: 30_000, lastRunAt: madeAt })
    // A run that was cancelled paid nobody.
    await post(`/${await create()}/cancel`, { reason: 'made too early' })
    expect((await today()).payoutsDue).toEqual({ owners: 1, totalSat: 30_000, lastRunAt: madeAt })
  })

  test('first payouts are watched from the first miner, and said today', async () => {
    const { id } = await paidOwner(app, { name: 'New', receivedSat: 1_000, address: null })
    const claimedAt = new Date(app.clock.now())
    await insertController(store().db, { id: 'SM-AAAAAA', ownerId: id, claimedAt })
    const today = async () => (await operator.get('/desk/today')).body.data.firstPayoutsDue
    expect((await preview()).firstPayouts).toMatchObject([
      { name: 'New', since: claimedAt.getTime(), hasMiner: false, daysLeft: 30, state: 'ok' },
    ])
    expect(await today()).toBe(0)
    await insertMiner(store().db, {
      controllerId: 'SM-AAAAAA',
      createdAt: new Date(claimedAt.getTime() + dayMs),
    })
    app.clock.advance(25 * dayMs)
    operator = await provenOperator(app)
    expect((await preview()).firstPayouts).toMatchObject([{ hasMiner: true, daysLeft: 6, state: 'soon' }])
    expect(await today()).toBe(1)
    const { oldest } = (await operator.get('/desk/today')).body.data
    expect(oldest.payouts).toBe(claimedAt.getTime() + dayMs)
    app.clock.advance(10 * dayMs)
    operator = await provenOperator(app)
    expect((await preview()).firstPayouts).toMatchObject([{ daysLeft: -4, state: 'over' }])
    await receive(store(), id, 500, new Date(app.clock.now()), { paidTo: 'owner' })
    expect([(await preview()).firstPayouts, await today()]).toEqual([[], 0])
  })

  test('first payouts are sorted and paged', async () => {
    for (let index = 0; index < 51; index += 1) {
      const name = `Owner ${String((index * 7) % 51).padStart(2, '0')}`
      const { id } = await paidOwner(app, { name, receivedSat: 1_000, address: null })
      await insertController(store().db, {
        id: `SM-AAAA${String(index).padStart(2, '0')}`,
        ownerId: id,
        claimKeyHash: Buffer.from(`key ${index}`),
        claimedAt: new Date(app.clock.now() - index * dayMs),
      })
    }
    const list = async (query: string) => {
      const { firstPayouts, firstTotal } = (await operator.get(`/desk/payouts?${query}`)).body.data
      expect(firstTotal).toBe(51)
      return firstPayouts
    }
    const [first, ...others] = await list('')
    expect([first.daysLeft, others.length]).toEqual([-20, 49])
    expect(await list('firstPage=2')).toMatchObject([{ daysLeft: 30 }])
    expect((await list('firstSort=since&firstDirection=descending'))[0].daysLeft).toBe(30)
    expect((await list('firstSort=name'))[0].name).toBe('Owner 00')
    expect((await list('firstSort=name&firstDirection=descending'))[0].name).toBe('Owner 50')
    expect(await list('firstPage=3')).toEqual([])
  })
})

test('a key that cannot be the account is refused at the start', () => {
  const settings = { network: 'mainnet' as const, rpcUrls: [], esploraUrls: [] }
  const setUp = (xpub: string) => setUpPayouts({ ...settings, xpub }, { fetch })
  for (const [xpub, words] of [
    [wallet.publicKey, 'another network'],
    [wallet.account.privateExtendedKey, 'private key'],
    ['nonsense', 'neither'],
  ] as const)
    expect(setUp(xpub)).toMatchObject({ ok: false, problem: expect.stringContaining(words) })
  expect(
    setUpPayouts({ ...settings, network: 'regtest', xpub: wallet.publicKey.replace('/84h', '') }, { fetch }),
  ).toMatchObject({ ok: false, problem: expect.stringContaining('another depth') })
  expect(setUpPayouts({ ...settings, xpub: null }, { fetch })).toEqual({
    ok: true,
    account: null,
    source: null,
  })
})
