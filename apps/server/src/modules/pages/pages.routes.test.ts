import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { languages } from '@shipminer/i18n/languages'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesRoutes, properAddress } from './pages.routes.ts'

const dist = mkdtempSync(join(tmpdir(), 'sm-pages-'))
let app: FastifyInstance

const detail = { value: 'Kade 1 & 2', example: true }
const company = { name: detail, address: detail, phone: detail, email: detail, kvk: detail, vatId: detail }

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, 'images/products'), { recursive: true })
  writeFileSync(join(dist, 'images/products/box.webp'), 'picture')
  writeFileSync(join(dist, 'sw.js'), 'worker')
  writeFileSync(join(dist, 'sitemap.xml'), '<loc>@@/faq</loc>')
  writeFileSync(join(dist, 'robots.txt'), 'Sitemap: @@/sitemap.xml')
  writeFileSync(join(dist, 'assets/a-12345678.js'), 'export {}')
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const documents = (name: string) =>
    Object.fromEntries(
      languages.map((language) => {
        writeFileSync(
          join(dist, `${name}.${language}.html`),
          `<html lang="${language}"><!--head-->@@/${name} __COMPANY_address__</html>`,
        )
        return [language, { file: `${name}.${language}.html`, styleHash: `'sha256-${name}'` }]
      }),
    )
  writeFileSync(
    join(dist, 'pages.json'),
    JSON.stringify({
      version: 1,
      originPlaceholder: '@@',
      headPlaceholder: '<!--head-->',
      pages: [
        { name: 'home', pattern: '/', documents: documents('home') },
        { name: 'miner', pattern: '/mining/miners/:id', documents: documents('miner') },
        { name: 'test', pattern: '/payment-test-product', isTestOnly: true, documents: documents('test') },
        { name: 'auth', pattern: '/auth-test', documents: documents('auth') },
      ],
      notFound: { documents: documents('gone') },
      productMissing: { prefix: '/ship-', documents: documents('missing') },
    }),
  )
  app = Fastify()
  await app.register(cookie)
  await pagesRoutes(app, {
    distDir: dist,
    publicUrl: 'https://ship.example/',
    demo: true,
    paymentTest: false,
    switchedOff: ['/auth-test'],
    walletConnectProjectId: null,
    company,
  })
})
afterAll(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

describe('pagesRoutes', () => {
  test.each([
    ['/', {}, 'nl'],
    ['/', { 'accept-language': 'fr, de;q=0.9' }, 'de'],
    ['/', { cookie: 'lang=ro', 'accept-language': 'de' }, 'ro'],
    ['/?lang=en', { cookie: 'lang=ro' }, 'en'],
    ['/?lang=xx', { cookie: 'lang=../etc' }, 'nl'],
  ])('%s %j → %s', async (url, headers, language) => {
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.body).toContain(`<html lang="${language}"><meta name="shipminer-demo" content="true">`)
    expect(answer.body).toContain('https://ship.example/home Kade 1 &amp; 2</html>')
    expect(answer.body).toContain('<meta name="shipminer-company" content="{&quot;name&quot;')
  })

  test('?lang is remembered', async () => {
    const answer = await app.inject('/?lang=de')
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'lang', value: 'de', path: '/' }))
  })

  test('an unchanged page is not sent again, and varies by what chose it', async () => {
    const first = await app.inject('/')
    expect(first.headers.vary).toBe('Cookie, Accept-Language, Accept-Encoding')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends %s, the second time too', async (encoding, unpack) => {
    const plain = await app.inject('/')
    for (let visit = 0; visit < 2; visit++) {
      const answer = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('patterns, policy and the not-found page', async () => {
    const miner = await app.inject('/mining/miners/7')
    expect(miner.body).toContain('/miner')
    expect(miner.headers['content-security-policy']).toContain("style-src 'self' 'sha256-miner'")
    expect(miner.headers['content-security-policy']).not.toContain('unsafe')
    const gone = await app.inject('/nowhere')
    expect(gone.statusCode).toBe(404)
    expect(gone.body).toContain('/gone')
  })

  test('an unknown product is told apart from an unknown page, and the test product needs its setting', async () => {
    const missing = await app.inject('/ship-99?x=1')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('/missing')
    const hidden = await app.inject('/payment-test-product')
    expect(hidden.statusCode).toBe(404)
    expect(hidden.body).toContain('/missing')
    const other = Fastify()
    await other.register(cookie)
    await pagesRoutes(other, {
      distDir: dist,
      publicUrl: 'https://x',
      demo: false,
      paymentTest: true,
      switchedOff: [],
      walletConnectProjectId: 'a'.repeat(32),
      company,
    })
    const shown = await other.inject('/payment-test-product')
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('name="shipminer-payment-test"')
    expect(shown.body).toContain(`<meta name="shipminer-walletconnect" content="${'a'.repeat(32)}">`)
    expect(shown.headers['content-security-policy']).toContain(
      "connect-src 'self' wss://relay.walletconnect.org;",
    )
    await other.close()
  })

  test('a page that is switched off is not found, and says so in its own words', async () => {
    const off = await app.inject('/auth-test')
    expect(off.statusCode).toBe(404)
    expect(off.body).toContain('/auth')
    expect((await app.inject('/Auth-Test/')).statusCode).toBe(404)
  })

  test('without a project of WalletConnect no page names it or may speak to its relay', async () => {
    const { body, headers } = await app.inject('/')
    expect(body).not.toMatch(/walletconnect/i)
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('files at the root name the site, and pictures of the catalogue have their addresses', async () => {
    expect((await app.inject('/sitemap.xml')).body).toBe('<loc>https://ship.example/faq</loc>')
    expect((await app.inject('/robots.txt')).body).toContain('https://ship.example/sitemap.xml')
    const worker = await app.inject('/sw.js')
    expect(worker.headers['content-type']).toContain('javascript')
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect((await app.inject('/manifest.webmanifest')).statusCode).toBe(404)
    expect((await app.inject('/images/products/box.webp')).headers['content-type']).toBe('image/webp')
    expect((await app.inject('/images/products/none.webp')).statusCode).toBe(404)
  })

  test('calls and assets that do not exist are JSON failures; assets that do never change', async () => {
    for (const url of ['/api/nothing', '/assets/none.js', '/assets/..%2fpages.json']) {
      const answer = await app.inject(url)
      expect(answer.statusCode, url).toBe(404)
      expect(answer.json()).toMatchObject({ success: false, code: 'not-found' })
    }
    const asset = await app.inject('/assets/a-12345678.js')
    expect(asset.headers['cache-control']).toContain('immutable')
  })
})

test.each([
  ['/faq/', '/faq'],
  ['/FAQ', '/faq'],
  ['/Shipminer-21//?lang=de&x=1', '/shipminer-21?lang=de&x=1'],
  ['/faq', null],
  ['/', null],
  ['//evil.example/', null],
  ['/nowhere/', null],
  ['/mining/miners/:id/', null],
])('%s is found at %s', (asked, proper) => {
  expect(properAddress(asked, new Set(['/', '/faq', '/shipminer-21', '/mining/miners/7']))).toBe(proper)
})
