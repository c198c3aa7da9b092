import type { ReactNode } from 'react'
import { Isobaths } from './isobaths.tsx'
import styles from './page-head.module.css'

/** The top of a page that is read rather than looked at: its name, what it is for, and the river bed behind. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <Isobaths />
      <div className={`wrap ${styles.words}`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </div>
  )
}
