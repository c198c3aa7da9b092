import type { OperatorRole } from '@shipminer/contract/operator-roles'
import type { Language } from '@shipminer/i18n/languages'
import { afterEach, expect, test } from 'vitest'
import { mailsTo } from '../../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { paidOwner, regtestAddress } from '../../../../test/chains/payout-owners.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { runJobs } from '../../../../test/ship-line.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

const iban = 'NL91ABNA0417164300'

describeEachEngine('mails about what waits for a second operator', ({ store }) => {
  let app: TestApp
  const open = async (settings: Record<string, string>) => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', ...settings } })
  }
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  /** With an address that is proven unless it is said to be not. */
  const operator = async (name: string, role: OperatorRole, language: Language, isProven = true) => {
    const client = testClient(app)
    const { user } = await signUpProvenOperator(app, client, role)
    await store()
      .db.updateTable('users')
      .set({
        name,
        email: addressOf(name),
        emailVerifiedAt: isProven ? new Date(app.clock.now()) : null,
        preferredLanguage: language,
      })
      .where('id', '=', user.id)
      .execute()
    return { client, id: user.id }
  }
  const addressOf = (name: string) => `${name.toLowerCase()}@desk.example`
  const mails = async (name: string) =>
    (await mailsTo(app, addressOf(name))).filter(({ messageId }) => messageId.startsWith('eyes.'))
  const subjects = async (...names: string[]) =>
    Promise.all(names.map(async (name) => (await mails(name)).map(({ subject }) => subject)))
  const overpaid = async (cents: number) => {
    const { order, withKey } = await placedOrder(testClient(app), { language: 'en' })
    await receiveMoney(app, order.id, order.totals.grossCents + cents)
    return { ...order, withKey }
  }
  const today = () => new Date(app.clock.now()).toISOString().slice(0, 10)
  const pay = (who: TestClient, id: string, proof = 'MT-77') =>
    who.post(`/desk/orders/${id}/actions`, {
      ...{ action: 'refund-paid', reason: 'by our bank', way: 'bank', proof, on: today() },
    })

  test('a refund: those who may confirm it hear of it, each in their language, and the proposer what became of it', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '0' })
    const anna = await operator('Anna', 'owner', 'en')
    const bert = await operator('Bert', 'bookkeeper', 'de')
    await operator('Carla', 'owner', 'ro')
    await operator('Sam', 'sales', 'en')
    await operator('Una', 'owner', 'en', false)
    const { id, number } = await overpaid(50_000)
    await pay(anna.client, id)
    const [bertsMail] = await mails('Bert')
    expect(bertsMail?.subject).toMatch(
      new RegExp(`^Wartet auf Sie: Erstattung von 500,00\\s€ zu Bestellung ${number}$`),
    )
    expect(bertsMail?.textBody).toContain('Erfasst von: Anna')
    expect(bertsMail?.textBody).toMatch(/Wartet seit: .*\d{4}.*\d{2}:\d{2}/)
    expect(bertsMail?.textBody).toContain('/desk/payments')
    // What is confirmed is compared with the original.
    expect(bertsMail?.textBody).not.toContain('MT-77')
    expect(await subjects('Carla', 'Anna', 'Sam', 'Una')).toMatchObject([
      [expect.stringMatching(/^Vă așteaptă: rambursarea de 500,00/)],
      [],
      [],
      [],
    ])
    // Anna wants it again: nobody is told twice.
    await pay(anna.client, id)
    expect(await mails('Bert')).toHaveLength(1)
    app.clock.advance(60_000)
    expect((await pay(bert.client, id)).body.data).toEqual({ waits: false })
    const [told] = await mails('Anna')
    expect(told?.subject).toMatch(new RegExp(`^Confirmed: refund of €500.00 for order ${number}$`))
    expect(told?.textBody).toContain('By: Bert')
    expect(told?.textBody).toMatch(/Waiting since: .*\nWaited until: /)
    expect(await subjects('Bert', 'Carla')).toMatchObject([[expect.anything()], [expect.anything()]])
    // Who looks at Bert as at a customer sees what he was sent.
    const page = (await anna.client.get(`/desk/customers/${bert.id}`)).body.data
    expect(page.mails.map(({ subject }: { subject: string }) => subject)).toContain(bertsMail?.subject)
  })

  test('what another one withdraws is told with the reason; what one withdraws oneself is not', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '0' })
    const anna = await operator('Anna', 'owner', 'nl')
    const bert = await operator('Bert', 'bookkeeper', 'de')
    const { id } = await overpaid(50_000)
    const withdraw = async (who: TestClient) => {
      const [proposal] = (await who.get('/desk/today')).body.data.proposals
      return who.post(`/desk/proposals/refund/${proposal.id}/withdraw`, { reason: 'verkeerd kenmerk' })
    }
    await pay(anna.client, id)
    expect((await withdraw(anna.client)).status).toBe(200)
    expect(await mails('Anna')).toEqual([])
    await pay(anna.client, id)
    expect((await withdraw(bert.client)).status).toBe(200)
    const [told] = await mails('Anna')
    expect(told?.subject).toMatch(/^Ingetrokken: terugbetaling van €\s500,00/)
    expect(told?.textBody).toContain('Door: Bert')
    expect(told?.textBody).toContain('Reden: verkeerd kenmerk')
  })

  test('a run of refunds', async () => {
    await open({ REFUND_FOUR_EYES_FROM_CENTS: '10000', COMPANY_IBAN: iban })
    const anna = await operator('Anna', 'owner', 'en')
    const bert = await operator('Bert', 'bookkeeper', 'en')
    const make = async () => {
      const { id, withKey } = await overpaid(40_000)
      const claim = { way: 'bank', to: 'DE89370400440532013000', name: 'Popa', expectedAmount: '40000' }
      await testClient(app).post(`/orders/${id}/refund-claim`, claim, withKey)
      const { runs } = (await anna.client.post('/desk/refund-runs', { way: 'bank' })).body.data
      return runs[0].id as string
    }
    const id = await make()
    expect(await subjects('Bert')).toEqual([[`Waits for you: run ${id} of refunds, €400.00 in all`]])
    await bert.client.post(`/desk/refund-runs/${id}/paid`, { on: today() })
    expect(await subjects('Anna')).toEqual([[`Confirmed: run ${id} of refunds, €400.00 in all`]])
    const other = await make()
    await bert.client.post(`/desk/refund-runs/${other}/cancel`, {})
    expect((await mails('Anna'))[1]?.subject).toBe(`Withdrawn: run ${other} of refunds, €400.00 in all`)
  })

  test('a run of payouts that its maker may not take', async () => {
    await open({ PAYOUT_FOUR_EYES: 'true', BITCOIN_NETWORK: 'regtest' })
    const anna = await operator('Anna', 'owner', 'en')
    const bert = await operator('Bert', 'bookkeeper', 'en')
    await operator('Sam', 'service', 'en')
    await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })
    const make = async () => {
      const { owners, totalSat } = (await anna.client.get('/desk/payouts')).body.data
      const lines = owners.filter(({ amountSat }: { amountSat: number | null }) => amountSat !== null).length
      const { id } = (await anna.client.post('/desk/payouts', { lines, totalSat })).body.data
      return id as string
    }
    const first = await make()
    const what = (id: string) => `payout ${id}, 150,000 sat in all`
    expect(await subjects('Bert', 'Sam', 'Anna')).toEqual([[`Waits for you: ${what(first)}`], [], []])
    expect((await mails('Bert'))[0]?.textBody).toContain(`/desk/payouts/${first}`)
    await bert.client.post(`/desk/payouts/${first}/cancel`, { reason: 'wrong week' })
    const [refused] = await mails('Anna')
    expect(refused?.subject).toBe(`Withdrawn: ${what(first)}`)
    expect(refused?.textBody).toContain('Reason: wrong week')
  })

  test('an account that is new in the settings: the owners hear of it once, and the log has it', async () => {
    const settings = { ACCOUNTS_FOUR_EYES: 'true', COMPANY_IBAN: iban }
    await open(settings)
    const anna = await operator('Anna', 'owner', 'nl')
    await operator('Carla', 'owner', 'ro')
    await operator('Bert', 'bookkeeper', 'de')
    await runJobs(store(), { settings })
    await runJobs(store(), { settings })
    expect(await subjects('Anna', 'Carla', 'Bert')).toEqual([
      ['Nog niet in gebruik: bankrekening'],
      ['Încă nefolosit: contul bancar'],
      [],
    ])
    const [mail] = await mails('Anna')
    expect(mail?.textBody).not.toContain(iban)
    const { entries } = (await anna.client.get('/desk/audit')).body.data
    expect(entries.filter(({ operator }: { operator: string }) => operator === 'settings')).toMatchObject([
      { action: 'account.hold', operator: 'settings', reason: iban },
    ])
    await runJobs(store(), { settings: { ...settings, COMPANY_IBAN: 'DE89370400440532013000' } })
    expect(await mails('Anna')).toHaveLength(2)
  })
})
