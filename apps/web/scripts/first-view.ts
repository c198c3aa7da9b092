/** What the first view of each page fetches: `node apps/web/scripts/first-view.ts [--dist <folder>]`. Requests have a bar; bytes are for the trend. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import type { Language } from '@shipminer/i18n/languages'
import { PagesManifestSchema } from './pages-manifest.ts'

/** Scripts and style sheets that the first view of a page may request. */
export const mostRequests = 12

export type FirstView = {
  page: string
  scripts: string[]
  sheets: string[]
  /** Of 1,000 bytes, all by brotli. */
  scriptsKb: number
  sheetsKb: number
  htmlKb: number
}

/** Reads from the built documents what each of them requests. */
export async function readFirstViews(dist: string, language: Language): Promise<FirstView[]> {
  const manifest = PagesManifestSchema.parse(JSON.parse(await readFile(join(dist, 'pages.json'), 'utf8')))
  const sizes = new Map<string, Promise<number>>()
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? readFile(join(dist, `${file}.br`)).then(({ length }) => length)
    sizes.set(file, known)
    return known
  }
  const kbOf = async (files: readonly string[]) =>
    (await Promise.all(files.map(sizeOf))).reduce((sum, bytes) => sum + bytes, 0) / 1000
  const views: FirstView[] = []
  for (const { name, documents } of [...manifest.pages, { name: 'not-found', ...manifest.notFound }]) {
    const html = await readFile(join(dist, documents[language].file), 'utf8')
    const [, boot, load = ''] = /<script async src="([^"]*)" data-load="([^"]*)"/.exec(html) ?? []
    const scripts = boot === undefined ? [] : [boot, ...load.split(' ')]
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href = '']) => href)
    views.push({
      page: name,
      scripts,
      sheets,
      scriptsKb: await kbOf(scripts),
      sheetsKb: await kbOf(sheets),
      htmlKb: brotliCompressSync(html).length / 1000,
    })
  }
  return views
}

/** The views as a table. */
export function formatFirstViews(views: readonly FirstView[]): string {
  const width = Math.max(...views.map(({ page }) => page.length))
  return views
    .map(({ page, scripts, sheets, scriptsKb, sheetsKb, htmlKb }) => {
      const requests = `${scripts.length + sheets.length}`.padStart(3)
      const kb = [scriptsKb, sheetsKb, htmlKb].map((one) => one.toFixed(1).padStart(6))
      return `${page.padEnd(width)} ${requests} requests,${kb[0]} kB scripts,${kb[1]} kB styles,${kb[2]} kB html`
    })
    .join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { dist: { type: 'string', default: 'apps/web/dist' } } })
  console.log(formatFirstViews(await readFirstViews(resolve(values.dist), 'de')))
}
