import type { ReactNode } from 'react'
import styles from './calculator-fold.module.css'

/** A part of the page that is opened when wanted; `aside` says in short what is inside. Works before any script runs. */
export function Fold({
  title,
  aside,
  isOpen = false,
  children,
}: {
  title: string
  aside?: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <span>{title}</span>
        {aside && <span className={styles.aside}>{aside}</span>}
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
