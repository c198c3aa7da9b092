import type { ReactNode } from 'react'
import { Isobaths } from './isobaths.tsx'
import layout from './layout.module.css'
import styles from './page-head.module.css'
import text from './text.module.css'

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
      <div className={`wrap ${layout.stack}`}>
        <h1 className={text.pageTitle}>{title}</h1>
        <p className={text.lead}>{lead}</p>
        {children}
      </div>
    </div>
  )
}
