import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Language, languages } from '@shipminer/i18n/languages'
import * as z from 'zod'
import { fillMarket, hasMarket } from './fill-market.ts'
import { builtProducts, fillPrices, hasPrices } from './fill-prices.ts'

const DocumentsSchema = z.record(z.enum(languages), z.object({ file: z.string(), styleHash: z.string() }))

/** `dist/pages.json`, written by the web build; patterns have parameters as `:name`. */
const ManifestSchema = z.object({
  version: z.literal(1),
  originPlaceholder: z.string(),
  headPlaceholder: z.string(),
  pages: z.array(
    z.object({
      name: z.string(),
      pattern: z.string(),
      isTestOnly: z.boolean().optional(),
      documents: DocumentsSchema,
    }),
  ),
  notFound: z.object({ documents: DocumentsSchema }),
  productMissing: z.object({ prefix: z.string(), documents: DocumentsSchema }).optional(),
})

export type PageEncoding = 'br' | 'gzip'

const packers: Readonly<Record<PageEncoding, (html: Buffer) => Promise<Buffer>>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html) => promisify(gzip)(html),
}

/** One page in one language, in memory and ready to send. */
export type PageDocument = {
  html: Buffer
  /** Compressed when it is first requested, and kept. */
  pack(encoding: PageEncoding): Promise<Buffer>
  etag: string
  styleHash: string
  /** The same with marks for prices and the market; null for a page without. */
  template: string | null
}
export type Pages = {
  /** Placeholder for the site's own address, also in files that are not pages. */
  originPlaceholder: string
  routes: { pattern: string; isTestOnly: boolean; documents: Record<Language, PageDocument> }[]
  notFound: Record<Language, PageDocument>
  /** Served for an address that starts like a product's but matches none. */
  productMissing: { prefix: string; documents: Record<Language, PageDocument> } | null
}

/** Reads the built site; null when it was never built. `head` is put into every document, `fill` replaces the placeholders of the build. */
export function loadPages(
  distDir: string,
  options: { origin: string; head: string; fill: (html: string) => string },
): Pages | null {
  let text: string
  try {
    text = readFileSync(path.join(distDir, 'pages.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const manifest = ManifestSchema.parse(JSON.parse(text))

  function load(documents: z.infer<typeof DocumentsSchema>): Record<Language, PageDocument> {
    const loaded = languages.map((language): [Language, PageDocument] => {
      const { file, styleHash } = documents[language]
      const text = options
        .fill(readFileSync(path.join(distDir, file), 'utf8'))
        .replaceAll(manifest.originPlaceholder, () => options.origin)
        .replace(manifest.headPlaceholder, () => options.head)
      if (!hasPrices(text) && !hasMarket(text)) return [language, makeDocument(text, styleHash)]
      const priced = fillPrices(text, language, builtProducts)
      const built = makeDocument(fillMarket(priced, language, null), styleHash)
      return [language, { ...built, template: text }]
    })
    return Object.fromEntries(loaded) as Record<Language, PageDocument>
  }

  return {
    originPlaceholder: manifest.originPlaceholder,
    routes: manifest.pages.map(({ pattern, isTestOnly = false, documents }) => ({
      pattern,
      isTestOnly,
      documents: load(documents),
    })),
    notFound: load(manifest.notFound.documents),
    productMissing: manifest.productMissing
      ? {
          prefix: manifest.productMissing.prefix,
          documents: load(manifest.productMissing.documents),
        }
      : null,
  }
}

/**
 * A document ready to send, without marks. Compressing the whole site takes seconds, so each page is compressed when it is first requested.
 */
export function makeDocument(text: string, styleHash: string): PageDocument {
  const html = Buffer.from(text)
  const packed = new Map<PageEncoding, Promise<Buffer>>()
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return {
    html,
    pack(encoding) {
      const packing = packed.get(encoding) ?? packers[encoding](html)
      packed.set(encoding, packing)
      return packing
    },
    etag,
    styleHash,
    template: null,
  }
}
