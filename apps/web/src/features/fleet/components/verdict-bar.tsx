import type { ReactNode } from 'react'
import tones from '../../../ui/tones.module.css'
import styles from './verdict-bar.module.css'

export type VerdictTone = 'good' | 'caution' | 'bad' | 'idle'

const marks: Record<VerdictTone, ReactNode> = {
  good: <circle cx="7" cy="7" r="6" fill="currentColor" />,
  caution: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  bad: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  idle: <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
}

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
  return (
    <section className={styles.verdict} aria-labelledby="verdict">
      <svg viewBox="0 0 14 14" className={`${styles.mark} ${tones[tone]}`} aria-hidden="true">
        {marks[tone]}
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
