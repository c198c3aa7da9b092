import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../config/env.ts'
import { DeskGate } from '../features/desk/components/desk-gate.tsx'
import { NotFoundPage } from './not-found.tsx'

/** A page of the desk: anyone without access sees "page not found". */
export function DeskPart({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <DeskGate
      notFound={
        <>
          <title>{`${t('notFound.title')} · ${productName}`}</title>
          <NotFoundPage />
        </>
      }
    >
      {children}
    </DeskGate>
  )
}
