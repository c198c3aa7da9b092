import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import { type EvmNode, findAnvil, startAnvil, warnNoAnvil } from '../../apps/server/test/chains/anvil-node.ts'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../apps/server/test/chains/bitcoin-node.ts'
import { type MailServer, startMailServer } from '../../apps/server/test/services/mail-server.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { expect, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { passSecondFactor, signUp, signUpOperator } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { shopAccounts } from '../support/wallets/coin-peers.ts'

/**
 * The desk beside what it depends on, each really there on this machine: a mail server, a node, a register of VAT numbers and a push service.
 * The test buttons say what they found; a newsletter and a message to a waiting list arrive, once each, whatever comes in between.
 */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-mailing-'))
const bitcoind = findBitcoind(process.env)
const vatId = 'NL000099998B57'
let mails: MailServer
let isMailServerThere = true
let bitcoin: BitcoinNode | null = null
const anvil = findAnvil(process.env)
let ethereum: EvmNode | null = null
let outside: Outside
let server: ServerProcess

type Outside = {
  url: string
  answers: { isVatKnown: boolean; pushStatus: number }
  pushed: string[]
  close(): Promise<void>
}

/** A register of VAT numbers and a push service in one. */
async function startOutside(): Promise<Outside> {
  const answers = { isVatKnown: true, pushStatus: 201 }
  const pushed: string[] = []
  const listener = createServer((request, response) => {
    const isPush = request.url?.startsWith('/fcm/') ?? false
    if (isPush) pushed.push(request.url ?? '')
    response.writeHead(isPush ? answers.pushStatus : 200, { 'content-type': 'application/json' })
    response.end(isPush ? '' : JSON.stringify({ isValid: answers.isVatKnown }))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => listener.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, answers, pushed, close }
}

test.beforeAll(async () => {
  ;[mails, outside] = await Promise.all([startMailServer({ startTls: false }), startOutside()])
  if (bitcoind) bitcoin = await startBitcoinNode(bitcoind)
  else warnNoBitcoind()
  if (anvil) ethereum = await startAnvil(anvil, 31_337)
  else warnNoAnvil()
  server = await startServer({
    dataDir: join(root, 'server'),
    nodeOptions: ['--require', fileURLToPath(new URL('../support/push-service.cjs', import.meta.url))],
    env: {
      ORDERS_ENABLED: 'true',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
      PROVIDER_EMAIL: 'help@shipminer.example',
      COMPANY_IBAN: 'NL91ABNA0417164300',
      COMPANY_VAT_ID: vatId,
      VIES_URL: outside.url,
      JOURNEY_PUSH_SERVICE: outside.url,
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...(bitcoin && {
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_XPUB: shopAccounts.bitcoin,
        BITCOIN_RPC_URL: bitcoin.url,
      }),
      ...(ethereum && {
        EVM_XPUB: shopAccounts.evm,
        EVM_CHAINS: `31337=${ethereum.url}`,
        EVM_TOKENS: `31337:${await ethereum.deployToken('USDT')}:USDT:6`,
        PAYMENT_POLL_MS: '1000',
      }),
    },
  })
})

test.afterAll(async () => {
  await server?.stop()
  if (isMailServerThere) await mails?.close()
  await Promise.all([outside?.close(), bitcoin?.stop(), ethereum?.stop()])
  rmSync(root, { recursive: true, force: true })
})

/** A link in a mail to an address, once it has come. */
async function linkTo(address: string, path: string): Promise<string> {
  const find = () =>
    mails.received
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => new RegExp(`/${path}[?#]\\S+`).exec(text)?.[0] ?? [])
      .at(-1)
  await expect.poll(find, { timeout: paced(60_000) }).toBeDefined()
  return `${server.url}${find()}`
}

type Reader = { name: string; email: string; isReading: boolean; language?: string }

/** Somebody with an account who wants the newsletter, or does not. */
async function comeReader(
  browser: Browser,
  { name, email, isReading, language = 'nl' }: Reader,
): Promise<void> {
  const context = await browser.newContext()
  const who = { name, email, newsletter: isReading, preferredLanguage: language }
  await signUp(await context.newPage(), server, who)
  await context.close()
}

const checkOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Uitproberen' }).getByRole('listitem').filter({ hasText: name })

/** Presses a test button and gives what it found. */
async function tryOut(line: Locator): Promise<string> {
  const answering = line.page().waitForResponse(/\/desk\/installation\/checks$/)
  await line.getByRole('button').click()
  expect((await answering).status()).toBe(200)
  await expect(line.getByText(/^Werkt( niet)?\.$/)).toBeVisible()
  return (
    (await line
      .getByText(/^Werkt( niet)?\.$/)
      .locator('..')
      .textContent()) ?? ''
  )
}

test('test buttons say what they found, and what is sent to many arrives once at everybody who wants it', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(420_000))
  const anna = { email: 'anna@schip-aurora.nl', newsletter: true, preferredLanguage: 'nl' }
  const { authenticator, token } = await signUpOperator(page, server, anna)
  const readers: Reader[] = [
    { name: 'Bram Kuipers', email: 'bram@schip-aurora.nl', isReading: true, language: 'de' },
    { name: 'Cato Maas', email: 'cato@schip-aurora.nl', isReading: true },
    { name: 'Dirk Lek', email: 'dirk@schip-aurora.nl', isReading: true },
    { name: 'Eef Waal', email: 'eef@schip-aurora.nl', isReading: false },
  ]
  for (const reader of readers) await comeReader(browser, reader)
  // 53 wait until something can be ordered: more than leave at once.
  const waiting = Array.from({ length: 53 }, (_, at) => `wacht${at}@schip.example`)
  for (const [at, email] of waiting.entries()) {
    const asked = await page.request.post(`${server.url}/api/inquiries/waiting-list`, {
      headers: { 'x-forwarded-for': `10.77.0.${at + 1}` },
      data: { email, language: 'nl' },
    })
    expect(asked.ok(), await asked.text()).toBe(true)
  }
  const dialog = page.getByRole('dialog')
  const sent = page.getByRole('region', { name: 'Verstuurd' })
  const lineOf = (name: string) => sent.getByRole('listitem').filter({ hasText: name })

  await test.step('all but one open the link of their mail', async () => {
    const context = await browser.newContext()
    for (const address of [
      anna.email,
      'bram@schip-aurora.nl',
      'cato@schip-aurora.nl',
      'eef@schip-aurora.nl',
    ]) {
      // In a tab of its own: the links differ after the # only.
      const visitor = await context.newPage()
      await visitor.goto(await linkTo(address, 'verify-email'))
      await expect(visitor.getByRole('main').getByText(address)).toBeVisible()
    }
    await context.close()
  })

  await test.step('a newsletter is for who reads it and has confirmed', async () => {
    await page.goto(`${server.url}/desk/newsletter`)
    await passSecondFactor(page, authenticator)
    const write = page.getByRole('region', { name: 'Nieuwsbrief schrijven' })
    await write.getByLabel('Onderwerp').fill('Open dag in Dordrecht')
    await write.getByLabel('Tekst').fill('Kom langs op 12 december.')
    await write.getByLabel('Taal').selectOption({ label: 'Deutsch' })
    await write.getByLabel('Onderwerp').fill('Tag der offenen Tür')
    await write.getByLabel('Tekst').fill('Besuchen Sie uns am 12. Dezember.')
    await write.getByRole('button', { name: 'Bekijken en aantal tellen' }).click()
    await expect(dialog.getByText('Dit bericht gaat naar 3 adressen.')).toBeVisible()
    await expect(dialog.getByText('Nederlands 2 · Deutsch 1')).toBeVisible()
    await expect(dialog.getByText(/Kom langs op 12 december\./)).toBeVisible()
    await expectAccessible(page, 'a newsletter before it is sent')
    // The mailbox of one reader is gone by now.
    mails.unknown.add('cato@schip-aurora.nl')
    await dialog.getByRole('button', { name: 'Naar 3 adressen versturen' }).click()
    await expect(write.getByText('Het bericht vertrekt in delen naar 3 adressen.')).toBeVisible()
    await page.getByRole('button', { name: 'Iedereen inlichten die nu kan bestellen' }).click()
    await dialog.getByRole('button', { name: 'Naar 53 adressen versturen' }).click()
    await expect(lineOf('Wachtlijst ingelicht')).toContainText('voor 53 adressen')
  })

  await test.step('each test button says that it works, where it does', async () => {
    const keys = createECDH('prime256v1')
    const subscribed = await page.request.post(`${server.url}/api/mining/push-subscriptions`, {
      headers: { authorization: `Bearer ${token}` },
      data: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/anna',
        keys: { p256dh: keys.generateKeys('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
      },
    })
    expect(subscribed.ok(), await subscribed.text()).toBe(true)
    await page.goto(`${server.url}/desk/settings`)
    expect(await tryOut(checkOf(page, 'Mailserver'))).toMatch(/Werkt\.\s*anna@schip-aurora\.nl/)
    expect(await tryOut(checkOf(page, 'Rekening'))).toMatch(/Werkt\.\s*.*NL91ABNA0417164300/)
    expect(await tryOut(checkOf(page, 'VIES'))).toMatch(new RegExp(`Werkt\\.\\s*${vatId}`))
    expect(await tryOut(checkOf(page, 'Berichten'))).toMatch(/Werkt\.\s*fcm\.googleapis\.com/)
    expect(outside.pushed).toEqual(['/fcm/send/anna'])
    if (bitcoin ?? ethereum)
      await expect(async () => {
        const said = await tryOut(checkOf(page, 'ketens'))
        expect(said).toMatch(/^Werkt\./)
        if (bitcoin) expect(said).toMatch(/bitcoin/i)
        if (ethereum) expect(said).toContain('eip155:31337')
      }).toPass({ timeout: paced(60_000) })
    await expectAccessible(page, 'everything works')
  })

  await test.step('and in words what is wrong, where it does not', async () => {
    outside.answers.isVatKnown = false
    expect(await tryOut(checkOf(page, 'VIES'))).toMatch(
      /Werkt niet\.\s*NL000099998B57: VIES kent dit nummer niet/,
    )
    outside.answers.pushStatus = 403
    expect(await tryOut(checkOf(page, 'Berichten'))).toMatch(
      /Werkt niet\.\s*fcm\.googleapis\.com: de toegang is geweigerd/,
    )
    if (ethereum) {
      await ethereum.stop()
      await expect(async () => {
        expect(await tryOut(checkOf(page, 'ketens'))).toMatch(/Werkt niet\.\s*eip155:31337 [^:]*:\d+: \D+/)
      }).toPass({ timeout: paced(60_000) })
    }
    await expectAccessible(page, 'something does not work')
  })

  await test.step('a stop in between: who did not get it yet keeps waiting, and it goes on for them alone', async () => {
    await page.goto(`${server.url}/desk/newsletter`)
    const line = lineOf('Wachtlijst ingelicht')
    await expect(async () => {
      await page.reload()
      await expect(line).toContainText(/\D3\snog te gaan/, { timeout: 2_000 })
    }).toPass({ timeout: paced(120_000) })
    await line.getByRole('button', { name: 'Stoppen' }).click()
    await dialog.getByLabel('Reden').fill('de prijs klopt niet')
    await dialog.getByRole('button', { name: 'Stoppen' }).click()
    await expect(line).toContainText('gestopt')
    await expect(page.getByRole('region', { name: 'Wie er wacht' })).toContainText('3 adressen')
    await line.getByRole('button', { name: 'Verder versturen' }).click()
    await expect(dialog.getByText('Dit bericht gaat naar 3 adressen.')).toBeVisible()
    await expect(dialog.getByText('Wie het al heeft, krijgt het niet nog eens.')).toBeVisible()
    await expectAccessible(page, 'a stopped message before it goes on')
    await dialog.getByRole('button', { name: 'Naar 3 adressen versturen' }).click()
    await expect(sent.getByText('Het bericht vertrekt in delen naar 3 adressen.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Wie er wacht' })).toContainText('Niemand wacht')
    await expect(line).not.toContainText('gestopt')
  })

  await test.step('the newsletter came once to each in their language; the address that is no more is not written to again', async () => {
    const readersOf = (words: string) =>
      mails.received.filter(({ text }) => text.includes(words)).flatMap(({ to }) => to)
    await expect.poll(() => readersOf('Besuchen Sie uns am 12. Dezember.')).toEqual(['bram@schip-aurora.nl'])
    expect(readersOf('Kom langs op 12 december.')).toEqual([anna.email])
    await expect(async () => {
      await page.reload()
      await expect(lineOf('Open dag in Dordrecht')).toContainText('2 verstuurd · 1 geweigerd', {
        timeout: 2_000,
      })
    }).toPass()

    const reader = await (await browser.newContext({ locale: 'de-DE' })).newPage()
    await reader.goto(await linkTo('bram@schip-aurora.nl', 'newsletter/unsubscribe'))
    await reader.getByRole('button', { name: 'Newsletter abbestellen' }).click()
    await expect(reader.getByText('Sie erhalten den Newsletter nicht mehr.', { exact: false })).toBeVisible()
    await reader.context().close()

    const write = page.getByRole('region', { name: 'Nieuwsbrief schrijven' })
    await write.getByLabel('Onderwerp').fill('Tot ziens')
    await write.getByLabel('Tekst').fill('Dank voor uw komst.')
    await write.getByRole('button', { name: 'Bekijken en aantal tellen' }).click()
    await expect(dialog.getByText('Dit bericht gaat naar 1 adres.')).toBeVisible()
    await expect(dialog.getByText('1 adres krijgt niets: afgemeld of onbereikbaar.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Toch niet' }).click()
  })

  await test.step('everybody who waited was told once', async () => {
    // Not the receipt that some of them got when they asked.
    const told = () =>
      mails.received
        .filter(({ text }) => text.includes('Dit is het enige bericht dat u'))
        .flatMap(({ to }) => to)
    await expect.poll(() => new Set(told()).size, { timeout: paced(120_000) }).toBe(waiting.length)
    expect(told().toSorted()).toEqual(waiting.toSorted())
    await expect(async () => {
      await page.reload()
      await expect(lineOf('Wachtlijst ingelicht')).toContainText(/\D53\sverstuurd/, { timeout: 2_000 })
    }).toPass()
  })

  await test.step('what was given up stands in Today, says why, and is tried again with one press', async () => {
    await page.goto(`${server.url}/desk`)
    const line = page.getByRole('listitem').filter({ hasText: '1 e-mail niet verstuurd' })
    await line.getByRole('link', { name: /^Bekijken/ }).click()
    const row = page.getByRole('row').filter({ hasText: 'Open dag in Dordrecht' })
    await expect(row).toContainText('cato@schip-aurora.nl')
    await expect(row).toContainText('de mailserver weigert dit adres')
    await expectAccessible(page, 'e-mails that have not gone')
    await row.getByRole('button', { name: /^Terzijde leggen/ }).click()
    await dialog.getByLabel('Reden').fill('de postbus bestaat niet meer')
    await dialog.getByRole('button', { name: 'Terzijde leggen' }).click()
    await expect(page.getByText('De e-mail is terzijde gelegd.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByRole('heading', { name: 'Terzijde gelegd' }).click()
    const aside = page.getByRole('listitem').filter({ hasText: 'Open dag in Dordrecht' })
    await expect(aside).toContainText('de postbus bestaat niet meer')
    await expectAccessible(page, 'e-mails that were set aside')
    // Somebody made room for them again.
    mails.unknown.delete('cato@schip-aurora.nl')
    await aside.getByRole('button', { name: /^Opnieuw proberen/ }).click()
    await expect(page.getByText('1 e-mail wordt opnieuw geprobeerd.')).toBeVisible()
    const toCato = () =>
      mails.received.filter(
        ({ to, text }) => to.includes('cato@schip-aurora.nl') && text.includes('Kom langs op 12 december.'),
      ).length
    await expect.poll(toCato, { timeout: paced(60_000) }).toBe(1)
    await expect(page.getByText('Alle e-mails zijn verstuurd.')).toBeVisible({ timeout: paced(30_000) })
  })

  await test.step('a mail server that is gone is named', async () => {
    await mails.close()
    isMailServerThere = false
    await page.goto(`${server.url}/desk/settings`)
    expect(await tryOut(checkOf(page, 'Mailserver'))).toMatch(/Werkt niet\.\s*niet bereikbaar/)
  })
})
