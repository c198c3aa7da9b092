import { type CalculationSheet, calculationSheetHref } from '@shipminer/contract/shop/calculation-sheet'
import { builtInNetwork } from '@shipminer/domain/calculator/built-in-network'
import { languages } from '@shipminer/i18n/languages'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { startMailServer } from '../../../../test/services/mail-server.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

const { assumedAt, ...network } = builtInNetwork
const sheet: CalculationSheet = {
  productId: 'sm19',
  numberOfBoxes: 1,
  generatorCapacityKw: 80,
  currentUsagePercent: 40,
  source: 'spare',
  ownerShare: '2/3',
  growthPercentPerYear: 20,
  priceChangePercent: 0,
  powerCentsPerKwh: 15,
  centsPerBtc: 7_841_200,
  ...network,
  networkAt: assumedAt,
}
const { generatorCapacityKw: _, currentUsagePercent: __, ...alone } = sheet

async function read(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: true })
  return { pages: document.numPages, text: text.replaceAll(/[\u00a0\u202f\s]+/g, ' ') }
}

describeEachEngine('a calculation on paper', ({ store }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildTestApp(store())
    return () => app.server.close()
  })
  const get = (asked: object, language = 'en') =>
    app.server.inject(calculationSheetHref({ ...sheet, ...asked } as CalculationSheet, language))

  test.each(languages)('in %s: verdict, inputs, scenarios and years on two pages', async (language) => {
    const answer = await get({}, language)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const { pages, text } = await read(answer.rawPayload)
    expect(pages).toBe(2)
    expect(text).not.toMatch(/undefined|NaN|\{\{|<\/?\w+>|sheet\.|verdict\./)
    expect(text).toContain('1 × Shipminer 19')
    expect(text).toContain(language === 'en' ? '78,412' : '78.412')
  })

  test('it says what the page says, and where each figure came from', async () => {
    const { text } = await read((await get({})).rawPayload)
    expect(text).toContain('Fits: about €14 a day for you, paid back in 3.3 years.')
    expect(text).toMatch(/Bitcoin price €78,412 entered by you/)
    expect(text).toMatch(/assumed on 20 November 2026/)
    // Of others' figures it never says that they were observed.
    const theirs = await read((await get({ difficulty: 123e12, centsPerBtc: 6_500_000 })).rawPayload)
    expect(theirs.text).toMatch(/from the shared link, 20 November 2026/)
    expect(theirs.text).toMatch(/fixed fallback price/)
  })

  test('a Lottery Miner is a chance, on one page, and asks nothing of the ship', async () => {
    const answer = await app.server.inject(calculationSheetHref({ ...alone, productId: 'lottery' }, 'en'))
    const { pages, text } = await read(answer.rawPayload)
    expect(pages).toBe(1)
    expect(text).toMatch(/Fits anywhere/)
  })

  test.each([
    [{ generatorCapacityKw: undefined }, 400],
    [{ centsPerBtc: 0 }, 400],
    [{ difficulty: Number.NaN }, 400],
    [{ blockHeight: 1e30 }, 400],
    [{ productId: 'sm99' }, 404],
  ])('%j is refused with %d', async (wrong, status) => {
    expect((await get(wrong)).statusCode).toBe(status)
  })

  test('extreme figures make a sheet all the same', async () => {
    for (const extreme of [
      { numberOfBoxes: 1000, generatorCapacityKw: 100_000, centsPerBtc: 1e11, difficulty: 1 },
      { centsPerBtc: 1, difficulty: 1e21, powerCentsPerKwh: 500, source: 'priced' },
      { growthPercentPerYear: 200, priceChangePercent: 900, blockHeight: 6_930_000 },
      { generatorCapacityKw: 20 },
      { numberOfBoxes: 9 },
    ]) {
      const answer = await get(extreme)
      expect(answer.statusCode).toBe(200)
      expect((await read(answer.rawPayload)).text).not.toMatch(/NaN|Infinity|undefined/)
    }
  })

  test('mailed: five a day to one address, none to a robot, none to what is no address', async () => {
    const send = (email: string, more: object = {}) =>
      testClient(app).post('/calculator/mail', { email, sheet, language: 'de', ...more })
    expect((await send('nobody')).body).toMatchObject({ code: 'email-invalid' })
    expect((await send('robot@example.nl', { website: 'x' })).status).toBe(200)
    for (let count = 0; count < 5; count += 1) expect((await send('anna@example.nl')).status).toBe(200)
    expect((await send('anna@example.nl')).status).toBe(429)
    const mails = await store().db.selectFrom('mails').selectAll().execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(5).fill('anna@example.nl'))
    expect(mails[0]?.subject).toBe('Ihre Berechnung: 1 × Shipminer 19')
    expect(mails[0]?.textBody).toMatch(/Passt\. Rund 14\s€ am Tag für Sie/)
  })

  test('the mail carries the sheet', async () => {
    await store().db.deleteFrom('mails').execute()
    const mailServer = await startMailServer()
    const mailing = await buildTestApp(store(), {
      settings: {
        SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
        MAIL_FROM: 'noreply@shipminer.example',
        PROVIDER_EMAIL: 'desk@shipminer.example',
      },
      mailTls: { rejectUnauthorized: false },
    })
    onTestFinished(async () => {
      await mailing.server.close()
      await mailServer.close()
    })
    await testClient(mailing).post('/calculator/mail', { email: 'anna@example.nl', sheet, language: 'nl' })
    mailing.jobs.start()
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 60_000 })
    const [mail] = mailServer.received
    const [pdf] = mail?.attachments ?? []
    expect(pdf?.filename).toBe('1-Shipminer-19-nl.pdf')
    expect((await read(pdf?.content ?? new Uint8Array())).text).toContain(
      'Past. Per dag ongeveer € 14 voor u',
    )
  })
})
