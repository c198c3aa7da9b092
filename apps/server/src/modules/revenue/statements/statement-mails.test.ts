import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertShip } from '../../../../test/fleet-rows.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { sendOutbox } from '../../../platform/mail/send-outbox.ts'
import type { OutgoingMail } from '../../../platform/mail/smtp-mailer.ts'
import { createCoinMarket } from '../../market/coins.service.ts'
import { createMarket } from '../../market/market.service.ts'
import { createRevenue } from '../revenue.service.ts'
import { mailStatements, statementAttachment } from './statement-mails.ts'
import { createStatements, type Statements } from './statements.service.ts'

describeEachEngine('mails of monthly statements', ({ store }) => {
  let app: TestApp
  let statements: Statements
  let owner: TestClient
  let userId = ''
  let now = 0
  const clock = () => now
  const logger = { info: () => undefined, warn: () => undefined } as never

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    now = Date.parse('2026-06-01T00:05:00Z')
    const detail = (value: string) => ({ value, example: false })
    const market = createMarket({ store: store(), clock, logger, networkSources: [], priceSources: [] })
    const coins = createCoinMarket({
      store: store(),
      clock,
      logger,
      sources: [],
      listWanted: async () => [],
      bitcoin: market,
    })
    const total = { fuelGrams: null, co2Grams: null, fuelCents: null, heldSeconds: 0 }
    const ownersFuel = async () => ({ ships: [], total })
    statements = createStatements({
      ownersFuel,
      store: store(),
      clock,
      market,
      revenue: createRevenue({
        ownersFuel,
        store: store(),
        clock,
        market,
        coins,
        poolFeeBasisPoints: 200,
        networkInputs: () => Promise.reject(new Error('not asked for')),
      }),
      productName: 'Shipminer',
      seller: {
        name: detail('Waal'),
        address: detail('Kade 1, Nijmegen'),
        email: detail('info@waal.example'),
        phone: detail('1'),
        kvk: detail('2'),
        vatId: detail('3'),
      },
      poolFeeBasisPoints: 200,
    })
    owner = testClient(app)
    userId = (await signUp(owner)).user.id
    await store()
      .db.updateTable('users')
      .set({ emailVerifiedAt: new Date(0) })
      .execute()
  })
  afterEach(() => app.server.close())

  const receive = (day: string, user = userId) =>
    store()
      .db.insertInto('receipts')
      .values({
        userId: user,
        coin: 'BTC',
        amountSat: 1_000,
        at: new Date(day),
        source: 'pool-csv',
        paidTo: 'provider',
        reference: day,
        importedAt: new Date(day),
      })
      .execute()
  const run = () =>
    mailStatements({
      store: store(),
      clock,
      statements,
      mail: {
        productName: 'Shipminer',
        publicUrl: 'https://shipminer.example',
        company: { name: 'Waal', address: null, kvk: null, vatId: null },
        providerEmail: 'desk@shipminer.example',
      },
    })
  const queued = () =>
    store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'textBody', 'attachment'])
      .where('attachment', 'is not', null)
      .execute()

  test('go out once for the month that is over, in the owner’s language, with the statement attached', async () => {
    await receive('2026-05-12T10:00:00Z')
    await store().db.updateTable('users').set({ preferredLanguage: 'de' }).execute()
    await Promise.all([run(), run()])
    await run()
    const mails = await queued()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      subject: 'Ihre Shipminer-Abrechnung für Mai 2026',
      attachment: `statement:${userId}:2026-05`,
    })
    expect(mails[0]?.textBody).toContain('https://shipminer.example/profile')
    const sent: OutgoingMail[] = []
    await sendOutbox({
      store: store(),
      clock,
      providerEmail: 'desk@shipminer.example',
      logger: { info: () => undefined, warn: () => undefined },
      attachment: (name) => statementAttachment(statements, name),
      mailer: {
        async send(message) {
          sent.push(message)
          return { kind: 'sent' }
        },
      },
    })
    const [attached] = sent.flatMap(({ attachments = [] }) => attachments)
    expect(attached).toMatchObject({ filename: 'statement-2026-05.pdf', contentType: 'application/pdf' })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(attached?.content ?? [])), {
      mergePages: true,
    })
    expect(text).toContain('0,00001000 BTC')
    now = Date.parse('2026-07-01T00:05:00Z')
    await receive('2026-06-12T10:00:00Z')
    await run()
    expect((await queued()).map(({ attachment }) => attachment)).toContain(`statement:${userId}:2026-06`)
  })

  test.each([
    ['nothing happened in that month', () => receive('2026-04-30T21:59:59Z')],
    [
      'the month goes on where the ship is',
      async () => {
        await receive('2026-05-12')
        await insertShip(store().db, { userId, timeZone: 'America/New_York' })
        now = Date.parse('2026-06-01T03:59:00Z')
      },
    ],
    [
      'they are switched off',
      async () => {
        await receive('2026-05-12')
        await owner.call('PUT', '/user/profile', { notifications: { emailStatements: false } })
      },
    ],
    [
      'the address is not verified',
      async () => {
        await receive('2026-05-12')
        await store().db.updateTable('users').set({ emailVerifiedAt: null }).execute()
      },
    ],
    [
      'the first week is over',
      async () => {
        await receive('2026-05-12')
        now = Date.parse('2026-06-08T00:00:00Z')
      },
    ],
  ])('do not go out where %s', async (_, prepare) => {
    await prepare()
    await run()
    expect(await queued()).toEqual([])
  })

  test('a statement whose owner is gone is taken out of the outbox', async () => {
    await receive('2026-05-12')
    await run()
    expect(await queued()).toHaveLength(1)
    expect(await statementAttachment(statements, `statement:${crypto.randomUUID()}:2026-05`)).toBeNull()
    expect(await statementAttachment(statements, 'invoice:INV-2026-000001')).toBeNull()
    await store().db.deleteFrom('users').execute()
    await run()
    expect(await queued()).toEqual([])
    // The books stay.
    expect(await store().db.selectFrom('receipts').select('userId').execute()).toEqual([{ userId: null }])
  })
})
