import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quantity } from '../../lib/format/format.ts'
import { Skeleton } from '../signs/loading.tsx'
import styles from './value.module.css'

/** Three kinds of a value: on its way (`undefined`), not known (`null`), or known. Not known is never shown as 0. */
export type Maybe<T> = T | null | undefined

/** Shows any value that may be missing: a skeleton, the words for nothing, or what `children` makes of it. `dense` says nothing with a dash. */
export function Value<T>({
  of,
  dense = false,
  children,
}: {
  of: Maybe<T>
  dense?: boolean
  children: (value: T) => ReactNode
}) {
  const { t } = useTranslation()
  if (of === undefined) return <Skeleton />
  if (of !== null) return <span className={styles.value}>{children(of)}</span>
  if (!dense) return <span className={styles.nothing}>{t('noData')}</span>
  return (
    <span className={styles.nothing}>
      <span aria-hidden="true">{t('noDataShort')}</span>
      <span className="visually-hidden">{t('noData')}</span>
    </span>
  )
}

/** A number with its unit set small after a space that does not break. */
export function QuantityText({ text, unit }: Quantity) {
  return (
    <>
      {text}
      {'\u00a0'}
      <small className={styles.unit}>{unit}</small>
    </>
  )
}
