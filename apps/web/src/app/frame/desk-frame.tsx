import { type ReactNode, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { useFollowAccount } from '../../features/wallet-session/components/use-follow-account.ts'
import { lazyChunk } from '../../lib/chunks/chunk-loader.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { LiveRegion } from '../../ui/signs/live-region.tsx'
import { Loading } from '../../ui/signs/loading.tsx'
import { NextPagePending } from '../next-page-pending.ts'
import { PendingLine, SkipLink, WaitingNotice } from './frame.tsx'

// The file of every page of the desk: it is one request, whichever of them is opened.
const DeskDoor = lazyChunk(() => import('../routes/desk.tsx').then((module) => module.DeskDoor))

/** Around every page of the desk: nothing of the shop. Its own parts come with the first page of it. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { kind } = useSession()
  useFollowAccount()
  return (
    <>
      <SkipLink />
      {useContext(NextPagePending) && <PendingLine />}
      <Suspense fallback={<DeskWaiting />}>
        {kind === 'signed-in' || kind === 'signed-out' ? <DeskDoor>{children}</DeskDoor> : <DeskWaiting />}
      </Suspense>
      <WaitingNotice />
      <LiveRegion />
    </>
  )
}

function DeskWaiting() {
  const { t } = useTranslation()
  return (
    <main id="main" className="wrap" tabIndex={-1}>
      <title>{`${t('title.desk')} · ${productName}`}</title>
      <Loading />
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </main>
  )
}
