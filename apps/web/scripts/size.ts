/** Measures the built site against its budgets: `node apps/web/scripts/size.ts [--dist <folder>]`. Ends with 1 when something is over. */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defaultDist } from './build.ts'
import { PagesManifestSchema } from './pages-manifest.ts'

/** Kilobytes of 1,000 bytes: scripts and styles by gzip, documents by brotli, fonts as they are. */
export const budgetsKb = {
  firstScripts: 110,
  lazyPage: 15,
  connectDialog: 18,
  connectDialogAndClient: 36,
  dashboard: 45,
  css: 8,
  fonts: 45,
  html: 8,
} as const

export type Measure = { what: string; kb: number; budgetKb: number }

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Chunks = Record<string, Chunk>

const connectDialog = 'src/features/wallet-session/components/connect-dialog.tsx'
/** A call and nothing else: the API client with the contract's schemas, which every page that talks to the server has. */
const oneCall = 'src/features/setup/api/complete-setup.ts'
const routes = /^src\/app\/routes\/([\w-]+)\.tsx$/
const dashboardRoutes = new Set(['dashboard', 'mining', 'miner'])

/** Everything that has a budget. A page is measured with all that it adds to the first scripts and shares with nobody before it. */
export async function measureSite(dist = defaultDist): Promise<Measure[]> {
  const chunks: Chunks = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const manifest = PagesManifestSchema.parse(JSON.parse(await readFile(join(dist, 'pages.json'), 'utf8')))
  const gzipped = new Map<string, number>()
  const kbOf = async (files: Iterable<string>) => {
    let bytes = 0
    for (const file of files) {
      const known = gzipped.get(file) ?? gzipSync(await readFile(join(dist, file)), { level: 9 }).length
      gzipped.set(file, known)
      bytes += known
    }
    return bytes / 1000
  }

  const frame = closure(chunks, ['src/app/entry-client.tsx', 'src/lib/i18n/texts/de.ts'])
  const home = closure(chunks, ['src/app/routes/home.tsx', '../../packages/i18n/src/locales/de/home.json'])
  const account = closure(chunks, ['src/app/account-providers.tsx'])
  const measures: Measure[] = [
    {
      what: 'first scripts of the home page, gzip',
      kb: await kbOf(new Set([...frame.scripts, ...home.scripts])),
      budgetKb: budgetsKb.firstScripts,
    },
    {
      what: 'style sheets of the home page, gzip',
      kb: await kbOf(new Set([...frame.css, ...home.css])),
      budgetKb: budgetsKb.css,
    },
  ]
  for (const key of Object.keys(chunks)) {
    const name = routes.exec(key)?.[1]
    if (!name) continue
    const page = closure(chunks, [key])
    const isDashboard = dashboardRoutes.has(name)
    const all = [...page.scripts, ...(isDashboard ? account.scripts : [])]
    const scripts = new Set(all.filter((file) => !frame.scripts.has(file)))
    measures.push({
      what: `page ${name}, gzip`,
      kb: await kbOf(scripts),
      budgetKb: isDashboard ? budgetsKb.dashboard : budgetsKb.lazyPage,
    })
    const css = new Set([...page.css, ...frame.css])
    measures.push({ what: `style sheets of ${name}, gzip`, kb: await kbOf(css), budgetKb: budgetsKb.css })
  }
  // With its texts and its rules, on a page that has nothing but the frame.
  const dialog = closure(chunks, [connectDialog, '../../packages/i18n/src/locales/de/wallet.json'])
  const added = [...dialog.scripts, ...dialog.css].filter(
    (file) => !frame.scripts.has(file) && !frame.css.has(file),
  )
  const { scripts: client } = closure(chunks, [oneCall])
  measures.push(
    {
      what: 'connect dialog when it is opened, gzip',
      kb: await kbOf(added.filter((file) => !client.has(file))),
      budgetKb: budgetsKb.connectDialog,
    },
    {
      what: 'connect dialog with the API client, gzip',
      kb: await kbOf(added),
      budgetKb: budgetsKb.connectDialogAndClient,
    },
    {
      what: 'connect dialog paid for by the home page, gzip',
      kb: await kbOf(added.filter((file) => home.scripts.has(file) || home.css.has(file))),
      budgetKb: 0,
    },
  )
  const documents = [...manifest.pages, { name: 'not-found', ...manifest.notFound }]
  for (const { name, documents: byLanguage } of documents) {
    const sizes = await Promise.all(
      Object.values(byLanguage).map(
        async ({ file }) => brotliCompressSync(await readFile(join(dist, file))).length / 1000,
      ),
    )
    measures.push({ what: `document ${name}, brotli`, kb: Math.max(...sizes), budgetKb: budgetsKb.html })
  }
  measures.push({ what: 'fonts (nl, en, de)', kb: await fontsKb(dist), budgetKb: budgetsKb.fonts })
  return measures
}

/** Fonts that the public pages load in the languages without letters of their own. */
async function fontsKb(dist: string): Promise<number> {
  const wanted = /^(big-shoulders-latin|big-shoulders-stencil-digits|familjen-grotesk-latin)-.*\.woff2$/
  const files = (await readdir(join(dist, 'assets'))).filter((name) => wanted.test(name))
  const sizes = await Promise.all(
    files.map(async (name) => (await readFile(join(dist, 'assets', name))).length),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000
}

/** Scripts and style sheets of chunks with all they import at once; what they import later is not counted. */
function closure(chunks: Chunks, roots: readonly string[]): { scripts: Set<string>; css: Set<string> } {
  const found = { scripts: new Set<string>(), css: new Set<string>() }
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    found.scripts.add(chunk.file)
    for (const file of chunk.css ?? []) found.css.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const root of roots) visit(root)
  return found
}

/** The measures as a table. */
export function formatTable(measures: readonly Measure[]): string {
  const width = Math.max(...measures.map(({ what }) => what.length))
  return measures
    .map(({ what, kb, budgetKb }) => {
      const row = `${what.padEnd(width)}  ${kb.toFixed(1).padStart(6)} kB of ${budgetKb}`
      return kb > budgetKb ? `${row}  OVER` : row
    })
    .join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { dist: { type: 'string' } } })
  const measures = await measureSite(values.dist ? resolve(values.dist) : defaultDist)
  console.log(formatTable(measures))
  if (measures.some(({ kb, budgetKb }) => kb > budgetKb)) process.exitCode = 1
}
