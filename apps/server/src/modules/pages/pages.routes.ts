import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { EstimateMarket } from '@shipminer/domain/calculator/box-estimate'
import { type Language, languageCookie, languages } from '@shipminer/i18n/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureBody } from '../../platform/http/error-handler.ts'
import { languageOf } from '../../platform/http/language-of.ts'
import { contentSecurityPolicy, walletConnectRelay } from '../../platform/http/security-headers.ts'
import { companyDetails, type ShownCompany } from './company-details.ts'
import type { PricedProduct } from './fill-prices.ts'
import { loadPages, type PageDocument } from './load-pages.ts'
import { createPricedDocuments } from './priced-documents.ts'

const yearSeconds = 31_536_000
const notBuilt = 'The site has not been built. Run: npm run build\n'

export type PagesDeps = {
  distDir: string
  publicUrl: string
  demo: boolean
  /** Whether the page of the payment test product is shown. */
  paymentTest: boolean
  /** Patterns of pages that are switched off: they say so, with status 404. */
  switchedOff: readonly string[]
  /** Enables WalletConnect; null: no page mentions it, and none may connect to its relay. */
  walletConnectProjectId: string | null
  company: ShownCompany
  /** The current catalogue, whose prices the pages show; without it they show those they were built with. */
  listProducts?: () => Promise<readonly PricedProduct[]>
  /** Whether orders are accepted; without it they are. */
  areOrdersOpen?: () => Promise<boolean>
  /** The market as it is known, for the figures of the pages. */
  readMarket?: () => Promise<EstimateMarket>
  clock?: () => number
}

/** Files of the site beside its pages, with how long they may be kept. Those whose text names the site's own address are filled in. */
const beside = [
  { file: 'favicon.svg', seconds: 86_400 },
  { file: 'favicon.ico', seconds: 86_400 },
  { file: 'icon-180.png', seconds: 86_400 },
  { file: 'icon-192.png', seconds: 86_400 },
  { file: 'icon-512.png', seconds: 86_400 },
  { file: 'icon-maskable-512.png', seconds: 86_400 },
  { file: 'manifest.webmanifest', seconds: 3600 },
  ...languages.map((language) => ({ file: `manifest-owner-${language}.webmanifest`, seconds: 3600 })),
  { file: 'sitemap.xml', seconds: 3600 },
  { file: 'robots.txt', seconds: 3600 },
  { file: 'sw.js', seconds: 0 },
]
const filledIn: ReadonlySet<string> = new Set(['sitemap.xml', 'robots.txt'])

/**
 * The built site: each page in the language of `?lang`, else the cookie, else `Accept-Language`, else Dutch; from memory, compressed,
 * with an ETag. Assets carry their hash in their name and never change. Everything else below `/api` is a failure in JSON, elsewhere the
 * not-found page.
 */
export async function pagesRoutes(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { origin } = new URL(deps.publicUrl)
  const company = companyDetails(deps.company)
  const head = [
    deps.demo ? '<meta name="shipminer-demo" content="true">' : '',
    deps.paymentTest ? '<meta name="shipminer-payment-test" content="true">' : '',
    deps.walletConnectProjectId
      ? `<meta name="shipminer-walletconnect" content="${deps.walletConnectProjectId}">`
      : '',
    company.head,
  ].join('')
  const connectTo = deps.walletConnectProjectId ? [walletConnectRelay] : []
  const pages = loadPages(deps.distDir, { origin, head, fill: company.fill })

  const withPrices = createPricedDocuments({
    listProducts: deps.listProducts ?? (async () => []),
    areOrdersOpen: deps.areOrdersOpen ?? (async () => true),
    ...(deps.readMarket ? { readMarket: deps.readMarket } : {}),
    clock: deps.clock ?? Date.now,
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    documents: Record<Language, PageDocument>,
    status = 200,
  ) {
    const asked = (request.query as { lang?: unknown }).lang
    const language = languageOf(request, asked)
    if (languages.includes(asked as Language)) {
      reply.setCookie(languageCookie, language, { path: '/', maxAge: yearSeconds, sameSite: 'lax' })
    }
    const page = await withPrices(documents[language], language)
    reply
      .status(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'Cookie, Accept-Language, Accept-Encoding')
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('content-security-policy', contentSecurityPolicy([page.styleHash], connectTo))
    if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await page.pack('br'))
    if (/\bgzip\b/.test(accepted))
      return reply.header('content-encoding', 'gzip').send(await page.pack('gzip'))
    return reply.send(page.html)
  }

  const shown = new Set<string>()
  if (pages) {
    const unknownProduct = pages.productMissing?.documents ?? pages.notFound
    for (const { pattern, isTestOnly, documents } of pages.routes) {
      const isHidden = isTestOnly && !deps.paymentTest
      const isOff = deps.switchedOff.includes(pattern)
      if (!isHidden && !isOff) shown.add(pattern)
      // A hidden page is answered with the one that the web's `pageAt` brings to life there.
      app.get(pattern, { config: { rateLimit: false } }, async (request, reply) =>
        isHidden
          ? send(request, reply, unknownProduct, 404)
          : send(request, reply, documents, isOff ? 404 : 200),
      )
    }
    await app.register(fastifyStatic, {
      root: path.resolve(deps.distDir, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: yearSeconds * 1000,
      index: false,
      wildcard: true,
    })
    serveBeside(app, deps.distDir, pages.originPlaceholder, origin)
    await app.register(fastifyStatic, {
      root: path.resolve(deps.distDir, 'images'),
      prefix: '/images/',
      decorateReply: false,
      maxAge: 86_400_000,
      index: false,
      wildcard: true,
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|ws|uplink|assets|images|data-sheets|metrics)(\/|\?|$)/.test(request.url)
    if (!isPage) return reply.status(404).send(failureBody('not-found'))
    if (!pages) return reply.status(503).type('text/plain; charset=utf-8').send(notBuilt)
    const proper = properAddress(request.url, shown)
    if (proper !== null) return reply.redirect(proper, 308)
    const missing = pages.productMissing
    const isProduct = missing && request.url.startsWith(missing.prefix)
    return send(request, reply, isProduct ? missing.documents : pages.notFound, 404)
  })
}

/**
 * Where a page is that was asked for with a slash at its end or in other letters: `/FAQ/?lang=de` is `/faq?lang=de`. Null when there is none;
 * addresses with an id in them are not guessed.
 */
export function properAddress(url: string, shown: ReadonlySet<string>): string | null {
  const [path = '', ...query] = url.split('?')
  const plain = path.replace(/\/+$/, '').toLowerCase()
  if (plain === '' || plain === path || !shown.has(plain)) return null
  return [plain, ...query].join('?')
}

/** The files that have a fixed name at the root of the site, as far as the build made them. */
function serveBeside(app: FastifyInstance, distDir: string, placeholder: string, origin: string): void {
  for (const { file, seconds } of beside) {
    const found = path.resolve(distDir, file)
    if (!existsSync(found)) continue
    const filled = filledIn.has(file)
      ? readFileSync(found, 'utf8').replaceAll(placeholder, () => origin)
      : null
    app.get(`/${file}`, async (_request, reply) => {
      reply.header('cache-control', seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`)
      if (filled === null) return reply.sendFile(file, path.resolve(distDir), { cacheControl: false })
      return reply.type(file.endsWith('.xml') ? 'application/xml' : 'text/plain; charset=utf-8').send(filled)
    })
  }
}
