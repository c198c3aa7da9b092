import { afterEach, expect, test } from 'vitest'
import { buildTestApp, type CallInit, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { receiveMoney } from '../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const ours = 'NL91ABNA0417164300'
const other = 'DE89370400440532013000'

describeEachEngine(
  'the account that invoices name while another one waits for two operators',
  ({ store }) => {
    let app: TestApp
    const open = async (settings: Record<string, string>) => {
      await app?.server.close()
      app = await buildTestApp(store(), {
        settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', COMPANY_IBAN: ours, ...settings },
        fetch: async () => new Response(JSON.stringify({ last: '50000' })),
      })
    }
    afterEach(async () => {
      await app.server.close()
      await resetTestStore(store())
    })
    const place = () => placedOrder(testClient(app), { language: 'en' })
    /** What the newest document of an order says of the account: to people, and to machines. */
    const named = async (orderId: string) => {
      const { snapshot } = await store()
        .db.selectFrom('invoices')
        .select('snapshot')
        .where('orderId', '=', orderId)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return (snapshot as { bank: { iban: string | null; accountName: string; bic: string | null } }).bank
    }
    const machine = async (order: { id: string }, { headers = {} }: CallInit) =>
      (await app.server.inject({ url: `/api/orders/${order.id}/e-invoice`, headers })).body
    const confirm = async (firstAddress: string) => {
      for (const name of ['first', 'second']) {
        const client = testClient(app)
        const { user } = await signUpProvenOperator(app, client)
        await store().db.updateTable('users').set({ name }).where('id', '=', user.id).execute()
        const body = { firstAddress, reason: 'as our bank names it' }
        expect((await client.post('/desk/receiving-accounts/bank/confirm', body)).status).toBe(200)
      }
    }

    test('is the confirmed one, with its own holder and BIC, until the new one is confirmed', async () => {
      await open({
        ACCOUNTS_FOUR_EYES: 'true',
        COMPANY_ACCOUNT_NAME: 'Shipminer BV',
        COMPANY_BIC: 'ABNANL2A',
      })
      await confirm(ours)
      const { order, withKey } = await place()
      const before = { iban: ours, accountName: 'Shipminer BV', bic: 'ABNANL2A' }
      expect(await named(order.id)).toMatchObject(before)

      const changed = {
        ACCOUNTS_FOUR_EYES: 'true',
        COMPANY_IBAN: other,
        COMPANY_ACCOUNT_NAME: 'Mallory',
        COMPANY_BIC: 'COBADEFF',
      }
      await open(changed)
      await receiveMoney(app, order.id, 100_000)
      expect(await named(order.id)).toMatchObject(before)
      expect(await machine(order, withKey)).toContain(ours)
      expect(await machine(order, withKey)).not.toContain(other)

      await confirm(other)
      await receiveMoney(app, order.id, 200_000)
      expect(await named(order.id)).toMatchObject({ iban: other, accountName: 'Mallory', bic: 'COBADEFF' })
    })

    test('is the one that statements came from, if that came into use later', async () => {
      await open({})
      const { order } = await place()
      await store()
        .db.insertInto('bankEntries')
        .values({
          entryKey: 'one',
          statementId: 'S1',
          accountIban: ours,
          bookedOn: '2026-05-01',
          amountCents: 100,
          currency: 'EUR',
          remittance: '',
          outcome: 'open',
          why: 'no-reference',
          importedAt: new Date(app.clock.now()),
        })
        .execute()
      await open({ ACCOUNTS_FOUR_EYES: 'true', COMPANY_IBAN: other })
      await receiveMoney(app, order.id, 100_000)
      expect(await named(order.id)).toMatchObject({ iban: ours })
    })

    test('is none where none was ever confirmed: the document says that the account follows', async () => {
      await open({ COMPANY_IBAN: other })
      const { order, withKey } = await place()
      await open({ ACCOUNTS_FOUR_EYES: 'true' })
      await receiveMoney(app, order.id, 100_000)
      expect(await named(order.id)).toMatchObject({ iban: null, bic: null })
      const xml = await machine(order, withKey)
      expect(xml).toContain('<cbc:PaymentMeansCode>57<')
      expect(xml).not.toContain(ours)
      expect(xml).not.toContain('PayeeFinancialAccount')
    })
  },
)
