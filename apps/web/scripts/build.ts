/** Builds the site: `node apps/web/scripts/build.ts [--out <folder>]`. Writes `apps/web/dist` with the assets, a document a page and language, and `pages.json`. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { type Language, languages } from '@shipminer/i18n/languages'
import { type Rolldown, build as viteBuild } from 'vite'
import type * as EntryServer from '../src/app/entry/entry-server.tsx'
import type { PageDefinition } from '../src/app/pages.ts'
import { manifestFile } from '../src/config/manifest-file.ts'
import { companyJsonPlaceholder } from '../src/lib/company.ts'
import { withFrame } from '../src/lib/i18n/text-groups.ts'
import { webConfig } from '../vite.config.ts'
import { headPlaceholder, originPlaceholder, renderDocument } from './document.ts'
import { earlyCalls } from './early-calls.ts'
import { writeFirstScripts } from './first-script.ts'
import { formatFirstViews, readFirstViews } from './first-view.ts'
import { type PagesManifest, PagesManifestSchema } from './pages-manifest.ts'
import { drawProductCard, type ProductCard } from './product-card.ts'
import { pageAddress, writeSiteFiles } from './site-files.ts'
import { structuredData } from './structured-data.ts'
import { textsModule } from './texts.ts'

const webRoot = fileURLToPath(new URL('..', import.meta.url))
/** Where the server looks for the site. */
export const defaultDist = join(webRoot, 'dist')
const entry = 'src/app/entry/entry-client.tsx'

/** The pages that anyone may open first, on a phone with a slow line; and those of an account, on a ship's. */
const shopRoutes =
  /\/app\/routes\/shop\/(home|product|calculator|maatwerk|faq|contact|koop|offer|order|legal)\.tsx$/
const accountRoutes =
  /\/app\/routes\/(?:account\/|shop\/)?(dashboard|miner|alerts|revenue|history|compare|firmware|ship|service|profile|welcome-setup|verify-email|reset-password|unsubscribe|crew-invitation|auth-test|payment-test)\.tsx$/

/** The pages that an owner works with. */
const workRoutes =
  /\/app\/routes\/(dashboard|miner|alerts|revenue|history|compare|firmware|ship|service)\.tsx$/
/** What an owner sees first, on the worst of lines, the bar around it included. */
const firstScreen = /\/app\/(?:routes\/dashboard|frame\/work-tools)\.tsx$/

/**
 * Names a group for the modules that one of the pages needs before it is alive. What other pages share stays out of it: a file that comes is
 * also run, and a phone pays for each schema in it.
 */
const neededBy = (pages: RegExp, name: string) => (id: string, context: Rolldown.ChunkingContext) => {
  const seen = new Set<string>()
  const isReached = (from: string): boolean => {
    if (pages.test(from)) return true
    if (seen.has(from)) return false
    seen.add(from)
    return context.getModuleInfo(from)?.importers.some(isReached) ?? false
  }
  return isReached(id) ? name : null
}

/** The same for the modules that each of some sets of pages needs. */
const neededByAll = (sets: readonly RegExp[], name: string) => {
  const needed = sets.map((pages) => neededBy(pages, name))
  return (id: string, context: Rolldown.ChunkingContext) =>
    needed.every((isNeeded) => isNeeded(id, context) !== null) ? name : null
}

const ofEntry = neededBy(/\/app\/entry\/entry-client\.tsx$/, 'frame')
const ofEveryPage = neededByAll([shopRoutes, workRoutes], 'frame')
const ofFirstScreen = neededBy(firstScreen, 'fleet')
const ofAccountPages = neededBy(accountRoutes, 'fleet')

/** Where what several pages share is written: neither a page nor a feature. */
const common =
  /\/apps\/web\/src\/(ui\/(?!charts\/drawn-time-chart|qr-code)|lib\/|config\/|app\/use-page-params)|\/packages\/domain\//
const ofCalls = /\/packages\/contract\/src\/(?!shop\/(orders|payments|offers)\.)/
const ofAccounts =
  /\/app\/(account\/(account-providers|use-fresh-session)|dashboard\/dashboard-|use-reach|routes\/dashboard\.module|frame\/work-tools)|\/features\/(alerts|control|crew|fleet|power|revenue|service)\/|\/use-proof\.|\/react-query\//
const ofOrders =
  /\/app\/shop\/order-payment|\/features\/(orders|payment)\/|\/features\/purchase\/api\/offers\.|\/packages\/contract\/src\/shop\/(orders|payments|offers)\./
const either = (...places: readonly RegExp[]) => new RegExp(places.map(({ source }) => source).join('|'))
const commonPlaces = either(common, ofCalls, /\/node_modules\/zod\//)

/**
 * What several pages share, in a few files rather than one for every set of pages that share it. A module goes to the first group that wants
 * it, with what it imports itself; what only one page has stays in the page's file.
 */
const sharedFiles = [
  // Half of all that runs before a page is alive, so it is run in a task of its own. The rest of React is with the entry.
  { name: 'react', test: /\/node_modules\/(react-dom|scheduler)\//, includeDependenciesRecursively: false },
  // The entry, and what an owner's working pages share with the shop, which therefore comes with every page: the rest of what the shop
  // shares would only make them slower.
  {
    debugName: 'frame',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      ofEntry(id, context) ?? (commonPlaces.test(id) ? ofEveryPage(id, context) : null),
  },
  // Apart from what it shares with other pages: each file is run in a task of its own, and schemas take most of the time.
  { debugName: 'calls', name: neededBy(shopRoutes, 'calls'), test: ofCalls, minShareCount: 2 },
  { debugName: 'shop', name: neededBy(shopRoutes, 'shop'), test: common, minShareCount: 2 },
  { name: 'orders', test: ofOrders, minShareCount: 2 },
  // With the styles of what the other pages of an account share: they are small, and one sheet less to ask for.
  {
    debugName: 'fleet',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      (/\.module\.css$/.test(id) ? ofAccountPages : ofFirstScreen)(id, context) === null ? null : 'fleet',
    test: either(common, ofCalls, ofAccounts),
    minShareCount: 2,
  },
  {
    debugName: 'account',
    name: neededBy(accountRoutes, 'account'),
    test: either(common, ofCalls, ofAccounts),
    minShareCount: 2,
  },
  {
    name: 'mail-link',
    test: /\/app\/routes\/account\/mail-link|\/features\/setup\/(lib\/take-token|api\/mail-links)/,
    minShareCount: 2,
  },
  // What follows the wallet of someone who is signed in: it comes on every page of theirs, and the dialogs only when one is wanted. The
  // balance is here because the profile shows it without a dialog.
  {
    name: 'wallets',
    test: /\/features\/wallet-session\/(?:(?:lib|wallets)\/(?!injected-bitcoin)|components\/use-balance)/,
  },
  // The dialogs of all wallets together, when the first is wanted; the client of WalletConnect is as large as the rest of the site.
  {
    name: 'wallet',
    test: /\/features\/wallet-session\/(?!walletconnect\/walletconnect|wallets\/injected-bitcoin|components\/linked-wallets)/,
  },
]

/** Pages whose first view a build reports. */
const shownViews = new Set(['home', 'product-sm21', 'calculator', 'koop', 'dashboard', 'desk'])

/** One row of Vite's manifest. */
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; assets?: string[] }
type Chunks = Record<string, Chunk>

/** What a page needs before it is alive, by the build's manifest. */
type PageFiles = { scripts: string[]; css: string[] }

/**
 * Makes everything; about five seconds. `productName` is the brand in every text, `dist` the folder to write. The folder appears whole:
 * it is made aside and put in place at the end, so a failed build leaves the old one, and two builds do not mix.
 */
export async function buildSite({
  productName = 'Shipminer',
  dist = defaultDist,
} = {}): Promise<PagesManifest> {
  // Visitors always get the production build of React, even if a test runner's or a developer's environment asks for another.
  process.env.NODE_ENV = 'production'
  const config = webConfig({ productName, apiOrigin: 'http://127.0.0.1:3000' })
  const aside = join(dirname(dist), `.${basename(dist)}-${process.pid}`)
  // Below the sources, so that what it imports is found.
  const serverOut = join(webRoot, '.cache', `prerender-${process.pid}`)
  try {
    await viteBuild({
      ...config,
      configFile: false,
      logLevel: 'warn',
      build: {
        ...config.build,
        outDir: aside,
        manifest: true,
        rollupOptions: {
          input: join(webRoot, entry),
          // Every document names its scripts; a script's name only has to change when its content does.
          output: {
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: sharedFiles },
          },
        },
      },
    })
    const chunks: Chunks = JSON.parse(await readFile(join(aside, '.vite/manifest.json'), 'utf8'))
    const boot = await writeBoot(aside)
    const first = await writeFirstScripts(config, aside)
    const fonts = await takeFonts(aside, chunks)
    // Assets are those of the first build; class names are made the same way, so hydration meets what it expects.
    await viteBuild({
      ...config,
      configFile: false,
      logLevel: 'warn',
      define: { ...config.define, __PRERENDER__: 'true' },
      build: {
        ...config.build,
        outDir: serverOut,
        ssr: join(webRoot, 'src/app/entry/entry-server.tsx'),
        emitAssets: false,
        minify: false,
      },
      ssr: { noExternal: [/^@shipminer\//] },
    })
    const server: typeof EntryServer = await import(pathToFileURL(join(serverOut, 'entry-server.js')).href)
    const built = { dist: aside, chunks, server, boot, first, fonts, productName }
    const manifest = await writePages(built)
    await writeFilesBeside(built, manifest)
    await compressAssets(aside)
    await rm(dist, { recursive: true, force: true })
    await rename(aside, dist)
    return manifest
  } finally {
    await rm(aside, { recursive: true, force: true })
    await rm(serverOut, { recursive: true, force: true })
  }
}

type Built = {
  dist: string
  chunks: Chunks
  server: typeof EntryServer
  boot: string
  /** What draws the first values, by language. */
  first: Record<Language, string>
  /** Rules for the fonts. */
  fonts: string
  productName: string
}
type Documents = PagesManifest['notFound']['documents']

async function writePages(built: Built): Promise<PagesManifest> {
  const writeDocuments = async (page: PageDefinition): Promise<Documents> => ({
    nl: await writeDocument(page, 'nl', built),
    en: await writeDocument(page, 'en', built),
    de: await writeDocument(page, 'de', built),
    ro: await writeDocument(page, 'ro', built),
  })
  const pages: PagesManifest['pages'] = []
  for (const page of built.server.pages) {
    const { name, pattern, isIndexed, isTestOnly } = page
    const documents = await writeDocuments(page)
    pages.push({ name, pattern, isIndexed, ...(isTestOnly ? { isTestOnly } : {}), documents })
  }
  const manifest = PagesManifestSchema.parse({
    version: 1,
    originPlaceholder,
    headPlaceholder,
    pages,
    notFound: { documents: await writeDocuments(built.server.notFoundPage) },
    productMissing: {
      prefix: built.server.productMissingPage.pattern.replace(':id', ''),
      documents: await writeDocuments(built.server.productMissingPage),
    },
  })
  await writeFile(join(built.dist, 'pages.json'), JSON.stringify(manifest, null, 1))
  return manifest
}

async function writeFilesBeside(
  { dist, productName, server }: Built,
  manifest: PagesManifest,
): Promise<void> {
  const ownersPages = ['dashboard', 'alerts', 'revenue'].flatMap((name) =>
    server.pages.filter((page) => page.name === name),
  )
  const offline = manifest.pages.find(({ pattern }) => pattern === '/offline')
  const files = Object.values(offline?.documents ?? {}).map(({ file }) => readFile(join(dist, file), 'utf8'))
  await writeSiteFiles({
    webRoot,
    dist,
    productName,
    ownersPages: async (language) => {
      const titles = await readTexts(language, 'common')
      return ownersPages.map(({ title, pattern }) => ({ name: titles[title ?? ''] ?? '', url: pattern }))
    },
    indexedPaths: manifest.pages.filter(({ isIndexed }) => isIndexed).map(({ pattern }) => pattern),
    offlineDocuments: await Promise.all(files),
  })
}

async function writeDocument(page: PageDefinition, language: Language, built: Built) {
  const { dist } = built
  const { head, body } = await built.server.renderPage(page, language)
  const files = pageFiles(built.chunks, page, language)
  // Of an account's pages, which come back, what they share with others: their own sheets stay in the cache.
  const common = new Set(filesOf(built.chunks, [entry], 'css'))
  const inlined = page.isAccount ? files.css.filter((file) => common.has(file)) : files.css
  const read = async (sheets: readonly string[]) =>
    (await Promise.all(sheets.map((file) => readFile(join(dist, file), 'utf8')))).join('').trim()
  const own = files.css.filter((file) => !inlined.includes(file))
  // Whole, not the rules of the first view alone: a sheet that comes later makes a phone style and lay out the whole page again.
  const css = built.fonts + (await read(inlined))
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1] ?? ''
  const html = renderDocument({
    language,
    canonicalPath: page.isIndexed ? page.pattern : null,
    head,
    title,
    description,
    picture: await socialPicture(page, language, built),
    siteName: built.productName,
    productId: productOf(page.name),
    manifest: manifestFile(page.isWork === true, language),
    structuredData: structuredData(
      { name: page.name, path: page.pattern, language, title, description: unescapeHtml(description), body },
      {
        productName: built.productName,
        address: pageAddress,
        file: (path) => originPlaceholder + path,
        company: companyJsonPlaceholder,
        words: await readWords(language),
      },
    ),
    body,
    css,
    // Those that are part of the one that is linked are there too.
    inlinedSheets: page.isStatic ? [] : [...inlined, ...(own.length > 1 ? own : [])].map(absolute),
    sheets: own.length > 1 ? [absolute(await joinSheets(page, own, built))] : own.map(absolute),
    fonts: fontsOf(built.chunks, language),
    boot: page.isStatic ? null : built.boot,
    startsAtOnce: page.isAccount,
    earlyCalls: earlyCalls[page.name] ?? [],
    first: page.hasFirstValues ? built.first[language] : null,
    scripts: files.scripts.map(absolute),
  })
  const file = `pages/${language}/${page.name}.html`
  await mkdir(dirname(join(dist, file)), { recursive: true })
  await writeFile(join(dist, file), html)
  return {
    file,
    title,
    styleHash: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  }
}

/**
 * Address of the picture that goes with a shared page, with what changes when the picture does; null when there is none. That of a product has
 * its name and price, which the server shows while it is the price.
 */
async function socialPicture(page: PageDefinition, language: Language, built: Built): Promise<string | null> {
  const picture = join(webRoot, `public/assets/social/${page.name}-${language}.jpg`)
  if (!existsSync(picture)) return null
  const id = productOf(page.name)
  const product = seedProducts.find((seed) => seed.id === id)
  if (!product) return shownPicture(built, `${page.name}-${language}`, await readFile(picture))
  const { inclVat = '' } = await readTexts(language, 'koop')
  const draw = async (price: ProductCard['price']) => {
    const brand = built.productName
    const card = await drawProductCard({ picture, brand, name: withBrand(product.name, brand), price })
    const kind = price === null ? '' : '-price'
    return shownPicture(built, `${page.name}-${language}${kind}`, card ?? (await readFile(picture)))
  }
  const plain = await draw(null)
  if (product.comingSoon) return plain
  const priced = await draw({ text: formatEuroPrice(language, product.priceCents), note: inclVat })
  return `__SAME_${product.id}__${priced}__ELSE_${product.id}__${plain}__END_${product.id}__`
}

async function shownPicture({ dist }: Built, name: string, content: Buffer): Promise<string> {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
  await writeFile(join(dist, `assets/social/${name}.jpg`), content)
  return `${originPlaceholder}/assets/social/${name}.jpg?v=${version}`
}

/** Only what the shop sells: the product of the payment test has no offer. */
function productOf(name: string): string | null {
  return seedProducts.find(({ id, devOnly }) => !devOnly && name === `product-${id}`)?.id ?? null
}

async function readWords(
  language: Language,
): Promise<{ home: string; products: string; hashrate: string; power: string }> {
  const [{ home = '', products = '' }, { hashrate = '', power = '' }] = await Promise.all([
    readTexts(language, 'navigation'),
    readTexts(language, 'product'),
  ])
  return { home, products, hashrate, power }
}

async function readTexts(language: Language, namespace: string): Promise<Record<string, string>> {
  const file = join(webRoot, `../../packages/i18n/src/locales/${language}/${namespace}.json`)
  return JSON.parse(await readFile(file, 'utf8'))
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

/** Scripts and style sheets of a page's first view: the entry, the page and its texts, each with what it imports. */
function pageFiles(chunks: Chunks, page: PageDefinition, language: Language): PageFiles {
  const roots = [
    entry,
    sharedFile(chunks, 'react'),
    ...(page.isInFrame ? [] : [routeFile(chunks, page.route ?? page.name)]),
    ...withFrame(page.texts).map((group) => relative(webRoot, textsModule(language, group))),
  ]
  return { scripts: filesOf(chunks, roots, 'scripts'), css: filesOf(chunks, roots, 'css') }
}

/** The sheets of a page as one, in their order: a line of a ship answers a question in half a second, whatever it is for. */
async function joinSheets(page: PageDefinition, sheets: readonly string[], { dist }: Built): Promise<string> {
  const parts = await Promise.all(sheets.map((file) => readFile(join(dist, file), 'utf8')))
  const css = parts.map((part) => part.trim()).join('\n')
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 8)
  const file = `assets/${page.route ?? page.name}-all-${version}.css`
  await writeFile(join(dist, file), css)
  return file
}

/** Where the manifest has the file of a page, in whichever folder of `routes/` it lies. */
function routeFile(chunks: Chunks, name: string): string {
  const found = Object.keys(chunks).find(
    (key) => key.startsWith('src/app/routes/') && key.endsWith(`/${name}.tsx`),
  )
  // One that another page needs whole is a file that pages share.
  return found ?? sharedFile(chunks, name)
}

/** Where the manifest has one of `sharedFiles`. The entry imports `react` only once it runs itself. */
function sharedFile(chunks: Chunks, name: string): string {
  const found = Object.keys(chunks).find((key) => chunks[key]?.name === name && key.startsWith('_'))
  if (!found) throw new Error(`The build made no file ${name}`)
  return found
}

function filesOf(chunks: Chunks, roots: readonly string[], kind: 'scripts' | 'css'): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`The build made no ${key}`)
    if (seen.has(key)) return
    seen.add(key)
    if (kind === 'scripts') files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    if (kind === 'css') for (const file of chunk.css ?? []) files.add(file)
  }
  for (const root of roots) visit(root)
  return [...files]
}

/** Fonts of the first view: headings and text, and the extra letters of Romanian. */
function fontsOf(chunks: Chunks, language: Language): string[] {
  const wanted = ['big-shoulders-latin', 'familjen-grotesk-latin']
  if (language === 'ro') wanted.push('big-shoulders-ro', 'familjen-grotesk-ro')
  return wanted.map((name) => {
    const found = chunks[`src/assets/fonts/${name}.woff2`]
    if (!found) throw new Error(`The build made no font ${name}`)
    return absolute(found.file)
  })
}

/**
 * Takes the rules for fonts out of the style sheets: they are part of every document instead. A sheet that comes later and names a font again
 * makes the browser lay out every text anew.
 */
async function takeFonts(dist: string, chunks: Chunks): Promise<string> {
  const rule = /@font-face\{[^}]*\}/g
  let fonts = ''
  for (const file of filesOf(chunks, [entry], 'css')) {
    const css = await readFile(join(dist, file), 'utf8')
    fonts += (css.match(rule) ?? []).join('')
    await writeFile(join(dist, file), css.replaceAll(rule, ''))
  }
  return fonts
}

/** The starter script without its comments, under a name that changes with its content. */
async function writeBoot(dist: string): Promise<string> {
  const source = await readFile(join(webRoot, 'src/app/entry/boot.js'), 'utf8')
  const code = source
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n\s*/g, '\n')
    .trim()
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  await writeFile(join(dist, `assets/boot-${hash}.js`), code)
  return `/assets/boot-${hash}.js`
}

/** Puts `.br` and `.gz` beside every text asset, for servers that send them as they are. */
async function compressAssets(dist: string): Promise<void> {
  const folder = join(dist, 'assets')
  for (const name of await readdir(folder)) {
    if (!['.js', '.css', '.svg', '.json'].includes(extname(name))) continue
    const content = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(join(folder, `${name}.br`), brotli)
  }
}

function absolute(file: string): string {
  return `/${file}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const manifest = await buildSite(values.out ? { dist: resolve(values.out) } : {})
  console.log(`built ${manifest.pages.length + 1} pages in ${languages.length} languages`)
  const dist = values.out ? resolve(values.out) : defaultDist
  const views = await readFirstViews(dist, 'nl')
  console.log(formatFirstViews(views.filter(({ page }) => shownViews.has(page))))
}
