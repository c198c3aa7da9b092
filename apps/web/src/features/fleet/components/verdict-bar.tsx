import type { ReactNode } from 'react'
import tones from '../../../ui/tones.module.css'
import { type VerdictTone, verdictMarks } from '../lib/verdict-marks.ts'
import styles from './verdict-bar.module.css'

/** The first thing on the screen: a shape, one sentence, since when and what it means, and at most one button. */
export function VerdictBar({
  tone,
  title,
  children,
  action,
}: {
  tone: VerdictTone
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  const { path, isLine } = verdictMarks[tone]
  return (
    <section className={styles.verdict} aria-labelledby="verdict">
      <svg viewBox="0 0 14 14" className={`${styles.mark} ${tones[tone]}`} aria-hidden="true">
        {isLine ? (
          <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
        ) : (
          <path d={path} fill="currentColor" />
        )}
      </svg>
      <div>
        <h1 id="verdict" className={styles.title}>
          {title}
        </h1>
        {children && <p className={styles.text}>{children}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </section>
  )
}
