import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import styles from './inquiry-sent.module.css'

/** Shown in place of the form once it was received. The heading takes the focus, so that no one misses it. */
export function InquirySent({
  title,
  reference,
  again,
  children,
}: {
  title: string
  reference: string
  again?: { label: string; onClick: () => void }
  children: ReactNode
}) {
  const { t } = useTranslation('form')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <p>
        {t('reference')}: <strong className={styles.reference}>{reference}</strong>
      </p>
      {again && (
        <div>
          <Button onClick={again.onClick}>{again.label}</Button>
        </div>
      )}
    </section>
  )
}
