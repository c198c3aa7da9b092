import type { ReactNode } from 'react'
import styles from './dashboard-part.module.css'

/** A page of the dashboard beside its first: where one is, its name, and what follows later. */
export function DashboardPart({
  title,
  lead,
  isTitleBelow = false,
  children,
}: {
  title: string
  lead?: string
  /** The content brings its own heading; this one is shown only while that is loading. */
  isTitleBelow?: boolean
  children: ReactNode
}) {
  const heading = (
    <div>
      <h1 className={styles.heading}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
  return (
    <div className={`app ${styles.page}`}>
      {!isTitleBelow && heading}
      {children}
    </div>
  )
}
