import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './blue-board.module.css'

export type LiveSignState = 'live' | 'connecting' | 'paused' | 'lost'

/**
 * The blue board with its white light, as vessels show it when they pass: flashing is live, steady is paused,
 * hollow is no link. The word is always shown beside it; `children` replaces the word.
 */
export function BlueBoard({ state, children }: { state: LiveSignState; children?: ReactNode }) {
  const { t } = useTranslation()
  const linked = state === 'live' || state === 'paused'
  const light = state === 'live' ? `${styles.light} ${styles.flash}` : styles.light
  return (
    <span className={styles.sign}>
      <svg className={styles.board} viewBox="0 0 22 22" aria-hidden="true">
        <rect x="1" y="1" width="20" height="20" className={linked ? styles.field : styles.hollow} />
        {linked && <circle cx="11" cy="11" r="4" className={light} />}
      </svg>
      <span>{children ?? t(`live.${state}`)}</span>
    </span>
  )
}
