import type { DeviceState } from '@shipminer/contract/telemetry'
import type { MinerStatus } from '@shipminer/domain/fleet/freshness'
import { useTranslation } from 'react-i18next'
import tones from '../tones.module.css'
import styles from './status-badge.module.css'

/** Everything a badge can say: freshness of a miner, what it is doing, and how its controller is. */
export type BadgeStatus = MinerStatus | DeviceState | 'attention' | 'silent' | 'never-seen' | 'unknown'

/** Each status has a shape of its own beside its word, so that nothing depends on colour. */
const looks: Record<BadgeStatus, { tone: 'good' | 'caution' | 'bad' | 'idle' | 'busy'; shape: Shape }> = {
  online: { tone: 'good', shape: 'disc' },
  mining: { tone: 'good', shape: 'disc' },
  attention: { tone: 'caution', shape: 'triangle' },
  stale: { tone: 'caution', shape: 'half' },
  silent: { tone: 'caution', shape: 'half' },
  offline: { tone: 'idle', shape: 'ring' },
  fault: { tone: 'bad', shape: 'diamond' },
  starting: { tone: 'busy', shape: 'chevron' },
  // Makes nothing though nobody ordered that.
  idle: { tone: 'bad', shape: 'bar' },
  sleeping: { tone: 'idle', shape: 'pause' },
  unreported: { tone: 'idle', shape: 'dots' },
  unknown: { tone: 'idle', shape: 'dots' },
  'never-seen': { tone: 'idle', shape: 'dots' },
}

type Shape = 'disc' | 'triangle' | 'half' | 'ring' | 'diamond' | 'chevron' | 'bar' | 'pause' | 'dots'

const shapes: Record<Shape, React.ReactNode> = {
  disc: <circle cx="7" cy="7" r="6" fill="currentColor" />,
  triangle: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  half: (
    <>
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
    </>
  ),
  ring: <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  diamond: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  chevron: <path d="M2 11l5-6 5 6" fill="none" stroke="currentColor" strokeWidth="2.5" />,
  bar: <rect x="1" y="5.5" width="12" height="3" fill="currentColor" />,
  pause: <path d="M3 1h3v12H3zM8 1h3v12H8z" fill="currentColor" />,
  dots: <path d="M0 6h3v3H0zM5.5 6h3v3h-3zM11 6h3v3h-3z" fill="currentColor" />,
}

/** Word, shape and colour of a status. `label` replaces the word. */
export function StatusBadge({ status, label }: { status: BadgeStatus; label?: string }) {
  const { t } = useTranslation()
  const { tone, shape } = looks[status]
  return (
    <span className={`${styles.badge} ${tones[tone]}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {shapes[shape]}
      </svg>
      {label ?? t(`status.${status}`)}
    </span>
  )
}
