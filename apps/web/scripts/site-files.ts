import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@shipminer/i18n/languages'
import { manifestFile } from '../src/config/manifest-file.ts'
import { pictures } from '../src/config/pictures.ts'
import { originPlaceholder } from './document.ts'

/** Address of a path in a language, absolute: Dutch has the bare one, the others `?lang=`. */
export function pageAddress(path: string, language: Language): string {
  return `${originPlaceholder}${path}${language === defaultLanguage ? '' : `?lang=${language}`}`
}

/** Every page that may be listed, in every language, each with the others beside it. `lastmod` is an ISO date. */
export function sitemap(paths: readonly string[], lastmod: string | null): string {
  const alternates = (path: string) =>
    [
      ...languages.map((language) => [language, pageAddress(path, language)]),
      ['x-default', `${originPlaceholder}${path}`],
    ]
      .map(([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`)
      .join('')
  const rows = paths.flatMap((path) =>
    languages.map(
      (language) =>
        `<url><loc>${pageAddress(path, language)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}${alternates(path)}</url>`,
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...rows,
    '</urlset>',
    '',
  ].join('\n')
}

export function robots(): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /ws\n\nSitemap: ${originPlaceholder}/sitemap.xml\n`
}

/** Pages that an installed dashboard offers at once, with their names; it opens with the first. */
type OwnersPages = readonly { name: string; url: string }[]

/**
 * What a device needs to install the site. Installed from a page of an owner it opens with the dashboard and offers shortcuts, named in the
 * owner's language; it is the same app as the one installed from the shop.
 */
export function webManifest(
  productName: string,
  owner: { language: Language; pages: OwnersPages } | null = null,
): string {
  const icon = (file: string, sizes: string, purpose = 'any') => ({
    src: `/${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  return JSON.stringify({
    name: productName,
    short_name: productName,
    id: '/',
    start_url: owner?.pages[0]?.url ?? '/',
    scope: '/',
    ...(owner && {
      lang: owner.language,
      shortcuts: owner.pages.map((page) => ({ ...page, icons: [icon('icon-192.png', '192x192')] })),
    }),
    display: 'standalone',
    background_color: '#050b10',
    theme_color: '#050b10',
    icons: [
      icon('favicon.svg', 'any'),
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
  })
}

/** Day of the last change to what the pages show; null without a history. */
function lastChange(root: string): string | null {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
    const day = execFileSync(
      'git',
      ['log', '-1', '--format=%cs', '--', '.', '../../packages/i18n'],
      options,
    ).trim()
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null
  } catch {
    return null
  }
}

/** Writes everything of the site that is neither a page nor an asset with a changing name. */
export async function writeSiteFiles(site: {
  webRoot: string
  dist: string
  productName: string
  ownersPages: (language: Language) => Promise<OwnersPages>
  indexedPaths: readonly string[]
  /** The offline page in every language: a new one makes a new service worker. */
  offlineDocuments: readonly string[]
}): Promise<void> {
  const { dist, webRoot } = site
  await writeFile(join(dist, 'sitemap.xml'), sitemap(site.indexedPaths, lastChange(webRoot)))
  await writeFile(join(dist, 'robots.txt'), robots())
  await writeFile(join(dist, manifestFile(false, defaultLanguage)), webManifest(site.productName))
  for (const language of languages) {
    const owner = { language, pages: await site.ownersPages(language) }
    await writeFile(join(dist, manifestFile(true, language)), webManifest(site.productName, owner))
  }
  const worker = await readFile(join(webRoot, 'src/app/entry/service-worker.js'), 'utf8')
  const version = createHash('sha256').update(site.offlineDocuments.join('\0')).digest('hex').slice(0, 8)
  await writeFile(join(dist, 'sw.js'), worker.replaceAll('__VERSION__', version))
  // The catalogue names its pictures without what changes in their names.
  await mkdir(join(dist, 'images/products'), { recursive: true })
  for (const [name, { hash }] of Object.entries(pictures)) {
    await cp(
      join(webRoot, `public/assets/pictures/${name}-${hash}-1200.webp`),
      join(dist, `images/products/${name}.webp`),
    )
  }
}
