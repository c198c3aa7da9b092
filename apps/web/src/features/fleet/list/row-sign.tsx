import { useTranslation } from 'react-i18next'
import { formatRecent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import tonesStyles from '../../../ui/tones.module.css'
import { useFleet } from '../components/fleet-context.tsx'
import type { RowState, RowWord } from '../lib/list/row-state.ts'
import styles from './row-sign.module.css'

type Tone = 'good' | 'yield' | 'caution' | 'bad' | 'idle' | 'busy'

const tones: Record<RowWord, Tone> = {
  running: 'good',
  yielding: 'yield',
  stopped: 'idle',
  starting: 'busy',
  attention: 'caution',
  fault: 'bad',
  idle: 'caution',
  offline: 'bad',
  unknown: 'idle',
  unreported: 'idle',
}

const shapes: Record<RowWord, React.ReactNode> = {
  running: <circle cx="7" cy="7" r="6" fill="currentColor" />,
  yielding: <path d="M1.5 2.5h11L7 12.5z" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  stopped: <path d="M3 1h3v12H3zM8 1h3v12H8z" fill="currentColor" />,
  starting: <path d="M2 11l5-6 5 6" fill="none" stroke="currentColor" strokeWidth="2.5" />,
  attention: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  fault: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  idle: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  offline: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  unknown: <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  unreported: <path d="M0 6h3v3H0zM5.5 6h3v3h-3zM11 6h3v3h-3z" fill="currentColor" />,
}

/** The shape of a word: each has its own, so that nothing depends on colour. */
export function RowShape({ word }: { word: RowWord }) {
  return (
    <svg viewBox="0 0 14 14" className={`${styles.shape} ${tonesStyles[tones[word]]}`} aria-hidden="true">
      {shapes[word]}
    </svg>
  )
}

/** Shape and word of a miner; with an alert its few words. */
export function RowSign({ state }: { state: Pick<RowState, 'word' | 'reason' | 'alert'> }) {
  const words = useRowWords()
  return (
    <span className={`${styles.sign} ${tonesStyles[tones[state.word]]}`}>
      <RowShape word={state.word} />
      {words(state)}
    </span>
  )
}

/** The few words of a state: an alert's are the more telling ones. */
export function useRowWords() {
  const { t } = useTranslation('overview')
  return ({ word, reason, alert }: Pick<RowState, 'word' | 'reason' | 'alert'>) => {
    if (alert) return t(`alert.${alert}`)
    if (reason === 'no-answer' || reason === 'box-silent')
      return t(word === 'offline' ? 'state.offline' : 'state.unknown')
    return t(`state.${reason}`)
  }
}

/** Why and since when, as the second line of a row. */
export function useRowReason() {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const now = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  return (
    { word, reason, since }: Pick<RowState, 'word' | 'reason' | 'since'>,
    miner: { solo: boolean; unreachable: string | null },
  ) => {
    if (word === 'running' && miner.solo) return tFleet('money.soloMiner')
    if (word === 'offline' && miner.unreachable !== null)
      return tFleet(`unreachable.${miner.unreachable}` as 'unreachable.timeout')
    if (reason === 'owner' || reason === 'crew' || reason === 'load-unknown') return t(`why.${reason}`)
    const time = since === null ? null : formatRecent(language, since, now)
    if (word === 'yielding') return time === null ? t('why.ship') : t('reason.yielding', { time })
    if (time === null) return ''
    return t(word === 'unknown' ? 'reason.unknown' : 'since', { time })
  }
}
