import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { productName } from '../config/env.ts'
import { useLanguage } from '../lib/i18n/use-language.ts'
import { Loading } from '../ui/loading.tsx'
import { AccountGate } from './account-gate.tsx'
import { Frame } from './frame.tsx'
import { lazyPage } from './lazy-page.tsx'
import { PageFailure } from './page-failure.tsx'
import { type PageDefinition, pageAt } from './pages.ts'
import { useSetupRedirect } from './use-setup-redirect.ts'
import { useVisit } from './use-visit.ts'

/** The whole site inside a router and a translator. */
export function App() {
  const { pathname } = useLocation()
  useSetupRedirect()
  useVisit()
  // boot.js waits for it: from now on a press on a button does something.
  useEffect(() => void dispatchEvent(new Event('shipminer:alive')), [])
  return (
    <Frame>
      <PageFailure key={pathname}>
        <Suspense key={pathname} fallback={<PageLoading />}>
          <PageView page={pageAt(pathname)} />
        </Suspense>
      </PageFailure>
    </Frame>
  )
}

/** The page that the head was written for. */
let headOf: string | null = null

function PageView({ page }: { page: PageDefinition }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const Page = lazyPage(page)

  // Only once the page itself is here: its title and description are part of it.
  useEffect(() => {
    const before = headOf
    headOf = page.name + language
    // The first page's head is as it was delivered.
    if (before === null || before === headOf) return
    import('./update-head.ts').then(({ updateHead }) => updateHead(page, language)).catch(() => undefined)
  }, [page, language])

  return (
    <>
      {page.title && <title>{`${t(page.title).replaceAll('\u00ad', '')} · ${productName}`}</title>}
      {page.isAccount ? (
        <AccountGate title={page.title ? t(page.title) : productName}>
          <Page />
        </AccountGate>
      ) : (
        <Page />
      )}
    </>
  )
}

function PageLoading() {
  return (
    <div className="wrap">
      <Loading />
    </div>
  )
}
