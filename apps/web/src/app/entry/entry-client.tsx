import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import { startTransition } from 'react'
import { I18nextProvider } from 'react-i18next'

import { isBuiltSite } from '../../config/env.ts'
import { loadChunk, untilWaiting } from '../../lib/chunks/chunk-loader.ts'
import { createI18n } from '../../lib/i18n/i18n.ts'
import { setLanguageCookie } from '../../lib/i18n/language-cookie.ts'
import '../../styles/tokens.css'
import '../../styles/fonts.css'
import '../../styles/base.css'
import { App } from '../app.tsx'
import { BrowserRouter } from '../browser-router.tsx'
import { preloadPage } from '../lazy-page.tsx'
import { pageAt } from '../pages.ts'
import { registerWorker } from './register-worker.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : defaultLanguage
  const page = pageAt(location.pathname)
  const [{ createRoot, hydrateRoot }, i18n] = await Promise.all([
    // Apart, so that it is run in a task of its own: half of all that runs before a page is alive.
    loadChunk(() => import('react-dom/client')),
    createI18n(language, page.texts),
    // One that breaks is shown by the page's own error boundary; while one is tried again, the frame lives already.
    Promise.race([preloadPage(page).catch(() => undefined), untilWaiting()]),
  ])
  rememberLanguage(language)
  const tree = (
    <I18nextProvider i18n={i18n}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </I18nextProvider>
  )
  // As a transition it is done in short tasks, between which the page answers to a touch.
  if (root.childElementCount > 0) startTransition(() => void hydrateRoot(root, tree))
  else createRoot(root).render(tree)
  // Refused or out of reach: the site works without.
  if (isBuiltSite) registerWorker().catch(() => undefined)
}

/** The choice made by `?lang=` stays as a cookie; the address goes back to its plain form. */
function rememberLanguage(language: Language): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  setLanguageCookie(language)
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

start()
