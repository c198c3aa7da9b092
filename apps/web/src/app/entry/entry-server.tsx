import type { Language } from '@shipminer/i18n/languages'
import { prerenderToNodeStream } from 'react-dom/static'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router'
import { createI18n } from '../../lib/i18n/i18n.ts'
import { App } from '../app.tsx'
import { preloadPage } from '../lazy-page.tsx'
import { notFoundPage, type PageDefinition, pages, productMissingPage } from '../pages.ts'

export { notFoundPage, pages, productMissingPage }

/** HTML of one page in one language: what belongs in the head, and what in the root element. */
export async function renderPage(
  page: PageDefinition,
  language: Language,
): Promise<{ head: string; body: string }> {
  const i18n = await createI18n(language, page.texts)
  if (!page.isAccount) await preloadPage(page)
  const path = page === notFoundPage ? '/404' : page.pattern.replace(':id', '1')
  const { prelude } = await prerenderToNodeStream(
    <I18nextProvider i18n={i18n}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </I18nextProvider>,
    // Everything in place: no part may wait for a script to be moved there.
    { progressiveChunkSize: 1e9 },
  )
  let html = ''
  for await (const chunk of prelude) html += chunk
  return splitHead(html)
}

/** React puts title, meta, link and asynchronous script elements first; they move into the head. */
function splitHead(html: string): { head: string; body: string } {
  const head =
    /^(?:<title>[^<]*<\/title>|<script\b[^>]*><\/script>|<(?:meta|link)\b[^>]*>)+/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
