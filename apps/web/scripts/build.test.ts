import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { languages } from '@shipminer/i18n/languages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originPlaceholder } from './document.ts'
import { formatFirstViews, mostRequests, readFirstViews } from './first-view.ts'
import { type PagesManifest, PagesManifestSchema } from './pages-manifest.ts'

type Page = {
  name: string
  isIndexed: boolean
  language: string
  html: string
  title: string
  styleHash: string
}

let dist: string
let manifest: PagesManifest
let pages: Page[]

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'shipminer-web-'))
  // A process of its own, which takes over the test runner's NODE_ENV: the build is a production build all the same.
  const build = fileURLToPath(new URL('./build.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [build, '--out', dist], { env: { NODE_ENV: 'test' } })
  manifest = PagesManifestSchema.parse(JSON.parse(await readFile(join(dist, 'pages.json'), 'utf8')))
  pages = []
  for (const page of [
    ...manifest.pages,
    { name: 'not-found', isIndexed: false, ...manifest.notFound },
    { name: 'product-missing', isIndexed: false, ...manifest.productMissing },
  ]) {
    for (const language of languages) {
      const { file, title, styleHash } = page.documents[language]
      const html = await readFile(join(dist, file), 'utf8')
      pages.push({ name: page.name, isIndexed: page.isIndexed, language, html, title, styleHash })
    }
  }
})

afterAll(() => rm(dist, { recursive: true, force: true }))

/** Names the page in the message of a failure. */
const label = (page: Page) => `${page.name} in ${page.language}`

test('visitors get the production form of React', async () => {
  for (const name of await readdir(join(dist, 'assets'))) {
    if (!name.endsWith('.js')) continue
    expect(await readFile(join(dist, 'assets', name), 'utf8'), name).not.toContain('A tree hydrated but')
  }
})

describe('every document', () => {
  test('has the rules of all fonts, and no sheet that comes later has them again', async () => {
    for (const page of pages) expect(page.html.match(/@font-face/g), label(page)).toHaveLength(8)
    for (const name of await readdir(join(dist, 'assets')))
      if (name.endsWith('.css'))
        expect(await readFile(join(dist, 'assets', name), 'utf8'), name).not.toContain('@font-face')
  })

  test('names its language and has one title and one main heading place', () => {
    for (const page of pages) {
      expect(page.html.includes(`<html lang="${page.language}"`), label(page)).toBe(true)
      expect(page.html.match(/<title>/g), label(page)).toHaveLength(1)
      expect(page.html.includes(`<title>${page.title}</title>`), label(page)).toBe(true)
      expect(page.title.length, label(page)).toBeGreaterThan(5)
      expect(page.html.match(/<main\b/g), label(page)).toHaveLength(1)
    }
  })

  test('titles differ between languages of a page and between pages of a language', () => {
    const home = pages.filter(({ name }) => name === 'home').map(({ title }) => title)
    expect(new Set(home).size).toBe(languages.length)
    const missing = pages.filter(({ name }) => name === 'not-found').map(({ title }) => title)
    expect(missing.some((title) => home.includes(title))).toBe(false)
  })

  test('obeys a policy without unsafe words: no inline script, no style attribute, no handler, style by its hash', () => {
    for (const page of pages) {
      const scripts = [...page.html.matchAll(/<script\b([^>]*)>([^<]*)/g)]
      for (const [, attributes = '', code = ''] of scripts) {
        if (attributes.includes('application/ld+json')) continue
        expect(attributes, label(page)).toMatch(/ src="\/assets\//)
        expect(code, label(page)).toBe('')
      }
      expect(/<[^>]+\sstyle=/.test(page.html), label(page)).toBe(false)
      expect(/<[^>]+\son[a-z]+=/.test(page.html), label(page)).toBe(false)
      const css = /<style>(.*?)<\/style>/s.exec(page.html)?.[1] ?? ''
      expect(page.html.match(/<style\b/g), label(page)).toHaveLength(1)
      expect(page.styleHash).toBe(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    }
  })

  test('is complete without scripts: nothing is left to be moved into place', () => {
    for (const page of pages) {
      expect(/<template\b|\$RC\(|hidden id="S:/.test(page.html), label(page)).toBe(false)
    }
    for (const page of pages.filter(({ name }) => name === 'home'))
      expect(page.html).toMatch(/<h1[^>]*>[^<]{10,}<\/h1>/)
  })

  test('asks nobody else for anything', () => {
    for (const page of pages) {
      const addresses = [...page.html.matchAll(/\b(?:src|href|srcset)="([^"]*)"/g)].map(
        (match) => match[1] ?? '',
      )
      const loaded = addresses.filter((address) => /^(https?:)?\/\//.test(address))
      expect(
        loaded.filter((address) => page.html.includes(`src="${address}"`)),
        label(page),
      ).toEqual([])
    }
  })

  test('names only files that exist', async () => {
    const made = new Set((await readdir(join(dist, 'assets'))).map((name) => `/assets/${name}`))
    for (const page of pages) {
      const named = [...page.html.matchAll(/\/assets\/[\w.-]+/g)].map(([address]) => address)
      expect(
        named.filter((address) => !made.has(address)),
        label(page),
      ).toEqual([])
    }
  })

  test('tells search engines its languages, or to stay away', () => {
    for (const page of pages) {
      if (!page.isIndexed) {
        expect(page.html.includes('<meta name="robots" content="noindex">'), label(page)).toBe(true)
        continue
      }
      expect(page.html.match(/rel="canonical"/g), label(page)).toHaveLength(1)
      expect(page.html.includes(`hreflang="x-default" href="${originPlaceholder}/`), label(page)).toBe(true)
      for (const language of languages) expect(page.html.includes(`hreflang="${language}"`)).toBe(true)
      expect(/<meta name="description" content="[^"]{40,}"/.test(page.html), label(page)).toBe(
        page.html.includes('<h1'),
      )
    }
  })
})

test('no language lacks a text: nothing on a page looks like a key', () => {
  for (const page of pages) {
    const texts = [...page.html.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '').matchAll(/>([^<>]+)</g)].map(
      (match) => match[1] ?? '',
    )
    expect(
      texts.filter((text) => /^[a-z]+(\.[a-zA-Z-]+)+$/.test(text) || text.includes('{{')),
      label(page),
    ).toEqual([])
  }
})

test('no page asks for more than a dozen scripts and style sheets before it is alive', async () => {
  for (const language of languages) {
    const views = await readFirstViews(dist, language)
    expect(
      views.filter(({ scripts, sheets }) => scripts.length + sheets.length > mostRequests),
      formatFirstViews(views),
    ).toEqual([])
    expect(views.find(({ page }) => page === 'home')?.scripts.length).toBeGreaterThan(2)
    expect(views.filter(({ page }) => page.startsWith('desk')).length).toBeGreaterThan(20)
  }
})

test('no public page waits for charts, wallets, the account or the desk', async () => {
  const chunks: Record<string, { file: string; name?: string }> = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  )
  const kept = new Set(['account', 'dashboard', 'desk', 'wallet', 'walletconnect-client'])
  const names = new Map(Object.values(chunks).map(({ file, name }) => [`/${file}`, name ?? '']))
  expect([...names.values()]).toEqual(expect.arrayContaining([...kept]))
  const charts = await filesWith('u-cursor-pt', dist)
  expect(charts.length).toBeGreaterThan(0)
  const publicNames = /^(product-|home|calculator|maatwerk|faq|contact|koop|order|terms|privacy|not-found)/
  for (const { page, scripts } of await readFirstViews(dist, 'nl')) {
    if (!publicNames.test(page)) continue
    expect(
      scripts.filter((file) => kept.has(names.get(file) ?? '') || charts.includes(file)),
      page,
    ).toEqual([])
  }
})

async function filesWith(word: string, folder: string): Promise<string[]> {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
  const found = await Promise.all(
    names.map(async (name) => (await readFile(join(folder, 'assets', name), 'utf8')).includes(word)),
  )
  return names.filter((_, at) => found[at]).map((name) => `/assets/${name}`)
}
