import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../config/env.ts'
import { DeskGate } from '../features/desk/components/desk-gate.tsx'
import { Loading } from '../ui/loading.tsx'

const NotFoundPage = lazy(() =>
  import('./routes/not-found.tsx').then((module) => ({ default: module.NotFoundPage })),
)

/** A page of the desk: whoever may not be here finds no page at all. */
export function DeskPart({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <DeskGate
      notFound={
        <>
          <title>{`${t('notFound.title')} · ${productName}`}</title>
          <Suspense fallback={<Loading />}>
            <NotFoundPage />
          </Suspense>
        </>
      }
    >
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </DeskGate>
  )
}
