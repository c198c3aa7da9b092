import { vatCases } from '@shipminer/domain/orders/vat/vat-case'
import { type Language, languages } from '@shipminer/i18n/languages'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { atDelivery, taxedAs, wordsOf } from '../../../test/papers/vat-words.ts'
import { placedOrder, testBuyer } from '../../../test/place-order.ts'
import { type MailServer, startMailServer } from '../../../test/services/mail-server.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { sendOutbox } from '../../platform/mail/send-outbox.ts'
import { createSmtpMailer } from '../../platform/mail/smtp-mailer.ts'
import { invoiceAttachment } from '../invoices/invoice-attachment.ts'
import type { OrderMail } from './order-mails.ts'

const titles: Record<Language, string> = { nl: 'Factuur', en: 'Invoice', de: 'Rechnung', ro: 'Factură' }
const subjects: Record<Language, string> = {
  nl: 'Uw bestelling SM-2026-000001 bij Shipminer',
  en: 'Your order SM-2026-000001 at Shipminer',
  de: 'Ihre Bestellung SM-2026-000001 bei Shipminer',
  ro: 'Comanda dumneavoastră SM-2026-000001 la Shipminer',
}

describeEachEngine('mails of orders', ({ store }) => {
  let app: TestApp
  let mails: MailServer
  beforeEach(async () => {
    mails = await startMailServer()
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
  })
  afterEach(async () => {
    await app.server.close()
    await mails.close()
    await resetTestStore(store())
  })
  const send = () =>
    sendOutbox({
      store: store(),
      clock: app.clock.now,
      providerEmail: 'desk@shipminer.example',
      logger: { info: () => undefined, warn: () => undefined },
      mailer: createSmtpMailer({
        url: `smtp://127.0.0.1:${mails.port}`,
        from: 'Shipminer <noreply@shipminer.example>',
      }),
      attachment: (name) => invoiceAttachment(app.orderDeps.invoices, store().db, name),
    })

  test.each(languages)(
    'in %s: the order with its link, where to transfer, and the invoice attached',
    async (language) => {
      const { order, orderKey } = await placedOrder(testClient(app), { language })
      await send()
      const [buyer, provider] = mails.received
      expect(buyer?.to).toEqual(['anna@rederij.nl'])
      expect(provider?.to).toEqual(['desk@shipminer.example'])
      const subject = decodeSubject(buyer?.headers.subject ?? '')
      expect(subject).toBe(subjects[language])
      for (const said of [
        `https://shipminer.example/order/${order.id}#key=${orderKey}`,
        order.bank?.iban,
        order.bank?.reference,
        order.number,
        'INV-2026-000001',
      ]) {
        expect(buyer?.text).toContain(said)
        expect(buyer?.html).toContain(said)
      }
      expect(buyer?.text).not.toMatch(/\{\{|\b(order|fact|method)\.[a-z]/)
      const [invoice, ...others] = buyer?.attachments ?? []
      expect(others).toEqual([])
      expect(invoice).toMatchObject({ filename: 'INV-2026-000001.pdf', contentType: 'application/pdf' })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(invoice?.content ?? [])), {
        mergePages: true,
      })
      expect(text).toContain(titles[language])
      expect(text).toContain('INV-2026-000001')
      expect(provider?.attachments).toEqual([])
    },
  )

  test.each(languages)('in %s: every mail names the ground of the VAT, whichever it is', async (language) => {
    const { order } = await placedOrder(testClient(app), { language })
    const invoice = { number: 'INV-2026-000001', kind: 'invoice' } as const
    const credit = { number: 'INV-2026-000002', kind: 'credit' } as const
    for (const vatCase of vatCases) {
      const row = await store()
        .db.updateTable('orders')
        .set({
          vatCase,
          ...taxedAs[vatCase],
          reverseCharge: vatCase === 'reverse-charge',
          buyer: sql`buyer || '{"vatNumber": "RO18547290"}'`,
        })
        .where('id', '=', order.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      for (const mail of [
        { kind: 'placed', documents: [invoice] },
        { kind: 'paid', documents: [invoice] },
        { kind: 'issued', documents: [credit] },
        { kind: 'cancelled', documents: [credit], moneyCame: true },
        { kind: 'document', invoice: invoice.number },
      ] satisfies OrderMail[]) {
        await store().db.deleteFrom('mails').execute()
        const at = new Date(app.clock.now())
        await store()
          .db.transaction()
          .execute((trx) => app.orderDeps.mails.toBuyer(trx, row, mail, at))
        const { textBody, htmlBody } = await store()
          .db.selectFrom('mails')
          .select(['textBody', 'htmlBody'])
          .executeTakeFirstOrThrow()
        for (const words of wordsOf(vatCase, language)) {
          expect(textBody, `${vatCase}, ${mail.kind}`).toContain(words)
          expect(htmlBody, `${vatCase}, ${mail.kind}`).toContain(words)
        }
        expect(textBody).not.toContain('196')
      }
    }
  })

  test.each(languages)(
    'in %s: at delivery means card or instant transfer, never cash from EUR 3,000',
    async (language) => {
      await placedOrder(testClient(app), { language, method: 'pay_on_delivery' })
      await send()
      for (const words of atDelivery[language]) expect(mails.received[0]?.text).toContain(words)
    },
  )

  test.each(languages)('in %s: a mail about what is sent speaks of no installation', async (language) => {
    const { order } = await placedOrder(testClient(app), {
      language,
      product: 'lottery',
      expectedGrossCents: 25_000,
    })
    const row = await store()
      .db.selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    for (const mail of [
      { kind: 'paid', documents: [] },
      { kind: 'scheduled', on: '2026-06-12' },
    ] satisfies OrderMail[]) {
      await store().db.deleteFrom('mails').execute()
      await store()
        .db.transaction()
        .execute((trx) => app.orderDeps.mails.toBuyer(trx, row, mail, new Date(app.clock.now())))
      const { subject, textBody } = await store()
        .db.selectFrom('mails')
        .select(['subject', 'textBody'])
        .executeTakeFirstOrThrow()
      expect(`${subject} ${textBody}`, mail.kind).not.toMatch(/install|inbouw|einbau|instal|montaj/i)
    }
  })

  test('a business gets its invoice as e-invoice too', async () => {
    const { order } = await placedOrder(testClient(app), { buyer: { ...testBuyer, company: 'Rederij Berg' } })
    await send()
    const [pdf, xml, ...others] = mails.received[0]?.attachments ?? []
    expect(others).toEqual([])
    expect([pdf?.filename, xml?.filename]).toEqual(['INV-2026-000001.pdf', 'INV-2026-000001.xml'])
    expect(xml?.contentType).toMatch(/xml/)
    expect(xml?.content.toString()).toContain(`<cbc:BuyerReference>${order.number}</cbc:BuyerReference>`)
  })

  test('the address for invoices gets the documents too, and no key to the order', async () => {
    const bookkeeping = { company: 'Rederij Berg', reference: 'PO 4711', invoiceEmail: 'facturen@rederij.nl' }
    const { orderKey } = await placedOrder(testClient(app), { buyer: { ...testBuyer, ...bookkeeping } })
    await send()
    expect(mails.received.map(({ to }) => to[0]).toSorted()).toEqual([
      'anna@rederij.nl',
      'desk@shipminer.example',
      'facturen@rederij.nl',
    ])
    const copy = mails.received.find(({ to }) => to[0] === 'facturen@rederij.nl')
    expect(copy?.attachments.map(({ filename }) => filename)).toEqual([
      'INV-2026-000001.pdf',
      'INV-2026-000001.xml',
    ])
    expect(copy?.text).toContain('PO 4711')
    expect(`${copy?.text}${copy?.html}`).not.toContain(orderKey)
    expect(copy?.text).not.toMatch(/\{\{|\b(order|fact)\.[a-z]/)
  })

  test('the same mailbox gets them once', async () => {
    await placedOrder(testClient(app), {
      buyer: { ...testBuyer, company: 'Rederij Berg', invoiceEmail: testBuyer.email.toUpperCase() },
    })
    await send()
    expect(mails.received).toHaveLength(2)
  })

  test('the same document comes by mail and from the order', async () => {
    const { order, withKey } = await placedOrder(testClient(app))
    await send()
    const { body } = await testClient(app).get(`/orders/${order.id}/invoice`, withKey)
    expect(body.data.filename).toBe('INV-2026-000001.pdf')
    expect(body.data.pdfBase64).toBe(mails.received[0]?.attachments[0]?.content.toString('base64'))
    const eInvoice = await testClient(app).get(`/orders/${order.id}/e-invoice`, withKey)
    expect(eInvoice.body.data.xml).toContain(`<cbc:BuyerReference>${order.number}</cbc:BuyerReference>`)
    expect((await testClient(app).get(`/orders/${order.id}/e-invoice`)).status).toBe(404)
    expect((await testClient(app).get(`/orders/${order.id}/invoice`)).status).toBe(404)
    const later = await placedOrder(testClient(app), { method: 'pay_on_delivery' })
    expect(await testClient(app).get(`/orders/${later.order.id}/invoice`, later.withKey)).toMatchObject({
      status: 404,
      body: { code: 'invoice-not-found' },
    })
  })

  test('a name that looks like an advertisement is not repeated to a stranger', async () => {
    await placedOrder(testClient(app), {
      buyer: { ...testBuyer, firstName: 'Win www.evil.example', lastName: 'now' },
    })
    await send()
    expect(mails.received[0]?.text).not.toContain('evil.example')
    expect(mails.received[0]?.text).toContain('Goedendag')
  })
})

function decodeSubject(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    )
}
