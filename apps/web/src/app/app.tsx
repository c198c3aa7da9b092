import { Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { productName } from '../config/env.ts'
import { namespacesIn, withFrame } from '../lib/i18n/text-groups.ts'
import { useLanguage } from '../lib/i18n/use-language.ts'
import { Loading } from '../ui/signs/loading.tsx'
import { AccountGate } from './account/account-gate.tsx'
import { useSetupRedirect } from './account/use-setup-redirect.ts'
import { DeskFrame } from './frame/desk-frame.tsx'
import { Frame } from './frame/frame.tsx'
import { PageFailure } from './frame/page-failure.tsx'
import { lazyPage, preloadPage } from './lazy-page.tsx'
import { type PageDefinition, pageAt } from './pages.ts'
import { updateHead } from './update-head.ts'
import { useVisit } from './use-visit.ts'

/** The whole site inside a router and a translator. */
export function App() {
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  // The same element for as long as it is the same page: one that changes while a prerendered page is brought to life makes React do
  // all of it at once, in one long task.
  const content = useMemo(
    () => (
      <PageFailure pathname={pathname}>
        <Suspense fallback={<PageLoading />}>
          <PageView key={pathname} page={page} />
        </Suspense>
      </PageFailure>
    ),
    [pathname, page],
  )
  return (
    <>
      <Visit />
      {page.isDesk ? (
        <DeskFrame>{content}</DeskFrame>
      ) : (
        <Frame isWork={page.isWork ?? false}>{content}</Frame>
      )}
    </>
  )
}

/** What follows the person from page to page; it shows nothing. */
function Visit() {
  useSetupRedirect()
  useVisit()
  // boot.js waits for it: from now on a press on a button does something.
  useEffect(() => void dispatchEvent(new Event('shipminer:alive')), [])
  return null
}

/** The page that the head was written for. */
let headOf: string | null = null

function PageView({ page }: { page: PageDefinition }) {
  // The page and its texts are fetched side by side.
  preloadPage(page).catch(() => undefined)
  const { t } = useTranslation(namespacesIn(withFrame(page.texts)) as ['common'])
  const language = useLanguage()
  const Page = lazyPage(page)

  // Only once the page itself is here: its title and description are part of it.
  useEffect(() => {
    const before = headOf
    headOf = page.name + language
    // The first page's head is as it was delivered.
    if (before === null || before === headOf) return
    updateHead(page, language)
  }, [page, language])

  // The frame of the desk lets people in and names its pages.
  if (page.isDesk) return <Page />
  return (
    <>
      {page.title && <title>{`${t(page.title).replaceAll('\u00ad', '')} · ${productName}`}</title>}
      {page.isAccount ? (
        <AccountGate
          title={page.title ? t(page.title) : productName}
          hasFirstValues={page.hasFirstValues ?? false}
        >
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
