import type { Language } from '@shipminer/i18n/languages'
import { defaultLanguage, languages } from '@shipminer/i18n/languages'
import { storageKeys } from '../src/lib/storage/session-storage.ts'

/** Words that the server replaces when it loads a document: its public origin, and marks of its own for the head. */
export const originPlaceholder = '__PUBLIC_ORIGIN__'
export const headPlaceholder = '<!--server-head-->'

export type DocumentParts = {
  language: Language
  /** Path for the canonical address; null for pages that search engines shall not list. */
  canonicalPath: string | null
  head: string
  /** Title and description as written in `head`, escaped. */
  title: string
  description: string
  /** For people who share the page: address of a picture of 1200 × 630, and the name of the site. */
  picture: string | null
  siteName: string
  /** The product that the page sells; null for other pages. Its price stands where the server puts what is true now. */
  productId: string | null
  structuredData: string | null
  body: string
  css: string
  /** Style sheets whose rules are in `css`. The starter names them, so that no page fetches them again. */
  inlinedSheets: readonly string[]
  /** Style sheets to load before anything shows. */
  sheets: readonly string[]
  fonts: readonly string[]
  /** File that a device installs the site by. */
  manifest: string
  /** The starter script; null for a document that stays as it is. */
  boot: string | null
  /** For documents that show nothing of their own before their scripts: these are fetched with the document, not after it. */
  startsAtOnce: boolean
  /** Calls of the signed-in person that the starter makes while the scripts come. */
  earlyCalls: readonly string[]
  /** The script that draws what they answer before the page lives. */
  first: string | null
  scripts: readonly string[]
}

/** The HTML document around a rendered page. No inline script and no style attribute: the policy is `script-src 'self'` and a style hash. */
export function renderDocument(parts: DocumentParts): string {
  const alternates =
    parts.canonicalPath === null
      ? '<meta name="robots" content="noindex">'
      : [
          `<link rel="canonical" href="${address(parts.canonicalPath, parts.language)}">`,
          ...languages.map(
            (language) =>
              `<link rel="alternate" hreflang="${language}" href="${address(parts.canonicalPath ?? '', language)}">`,
          ),
          `<link rel="alternate" hreflang="x-default" href="${originPlaceholder}${parts.canonicalPath}">`,
        ].join('')
  return [
    `<!doctype html><html lang="${parts.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="dark">',
    '<meta name="theme-color" content="#050b10">',
    // Where the scripts bring what is to be seen, they go first on a slow line, and the starter, which asks for the figures, before them.
    ...(parts.startsAtOnce
      ? [
          starter(parts),
          ...(parts.first === null ? [] : [`<link rel="modulepreload" href="${parts.first}">`]),
          // The starter fetches them after what it asks for: a browser that opens six connections would let the figures wait for a megabyte.
          ...(parts.first === null ? parts.scripts : parts.scripts.slice(0, 2)).map(
            (script) => `<link rel="preload" as="fetch" href="${script}" crossorigin>`,
          ),
        ]
      : parts.fonts.map(
          (font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`,
        )),
    `<style>${parts.css}</style>`,
    ...parts.sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    parts.head,
    alternates,
    ...(parts.canonicalPath === null ? [] : openGraph(parts, parts.canonicalPath)),
    parts.structuredData === null
      ? ''
      : `<script type="application/ld+json">${parts.structuredData}</script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon-180.png">',
    `<link rel="manifest" href="/${parts.manifest}">`,
    headPlaceholder,
    parts.startsAtOnce ? '' : starter(parts),
    `</head><body><div id="root">${parts.body}</div></body></html>`,
  ].join('')
}

function starter({ boot, scripts, inlinedSheets, startsAtOnce, earlyCalls, first }: DocumentParts): string {
  if (boot === null) return ''
  const early =
    earlyCalls.length === 0
      ? ''
      : ` data-early="${earlyCalls.join(' ')}" data-token="${storageKeys.authToken}" data-first="${first}"`
  const start = startsAtOnce ? ` fetchpriority="high" data-at-once${early}` : ''
  return `<script async src="${boot}" data-load="${scripts.join(' ')}" data-sheets="${inlinedSheets.join(' ')}"${start}></script>`
}

/** What a page looks like where someone shares it. */
function openGraph(parts: DocumentParts, path: string): string[] {
  const rows: [string, string][] = [
    ['type', 'website'],
    ['site_name', parts.siteName],
    ['title', parts.title],
    ['description', parts.description],
    ['url', address(path, parts.language)],
    ['locale', ogLocales[parts.language]],
  ]
  if (parts.picture !== null)
    rows.push(['image', parts.picture], ['image:width', '1200'], ['image:height', '630'])
  const offer =
    parts.productId === null
      ? ''
      : `<meta property="product:brand" content="${parts.siteName}">${priceMeta(parts.productId)}`
  const meta = rows.map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
  return [
    ...meta,
    offer,
    parts.picture === null ? '' : '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** What cannot be bought yet has no price. */
function priceMeta(id: string): string {
  const price = `<meta property="product:price:amount" content="__OFFER_${id}__"><meta property="product:price:currency" content="EUR">`
  return `__LATER_${id}____ELSE_${id}__${price}__END_${id}__`
}

const ogLocales: Record<Language, string> = { nl: 'nl_NL', en: 'en_GB', de: 'de_DE', ro: 'ro_RO' }

/** Dutch has the bare address, the other languages `?lang=`. */
function address(path: string, language: Language): string {
  return `${originPlaceholder}${path}${language === defaultLanguage ? '' : `?lang=${language}`}`
}
