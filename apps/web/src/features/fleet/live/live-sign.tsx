import { useTranslation } from 'react-i18next'
import { useSaver } from '../../../lib/files/saver.ts'
import { agePart, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { BlueBoard, type LiveSignState } from '../../../ui/blue-board.tsx'
import { useFleet, useFleetPaused, useFleetStore } from '../components/fleet-context.tsx'
import styles from './live-sign.module.css'

/** Without a new value of any miner for so many polls nothing flows. */
const pollsWithout = 2.5
const leastMs = 15_000

/** Whether values flow, how old the newest is, and the control that freezes the page. Live is only what has a fresh value. */
export function LiveSign() {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const { t: tOverview } = useTranslation('overview')
  const language = useLanguage()
  const store = useFleetStore()
  const isPaused = useFleetPaused()
  const saves = useSaver()
  const link = useFleet((state) => state.link)
  const hasMiners = useFleet((state) => state.ids.length > 0)
  const isFlowing = useFleet(({ newestSampleAt, now, controllers }) => {
    const slowest = controllers.reduce((most, { pollIntervalMs }) => Math.max(most, pollIntervalMs), 0)
    return newestSampleAt !== null && now - newestSampleAt < Math.max(leastMs, slowest * pollsWithout)
  })
  const age = useFleet(({ newestSampleAt, now }) => {
    if (newestSampleAt === null) return null
    const { unit, count } = agePart(now - newestSampleAt)
    return unit === 'now' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  })
  const pausedAt = useFleet((state) => (store.isPaused() ? state.now : 0))
  if (!hasMiners) return null
  const isLinked = link === 'live' || link === 'polling'
  const sign: LiveSignState = isPaused
    ? 'paused'
    : link === 'connecting'
      ? 'connecting'
      : isLinked && isFlowing
        ? 'live'
        : 'lost'
  const words = isPaused
    ? t('link.pausedAt', { time: formatTime(language, pausedAt) })
    : isLinked && !isFlowing
      ? tOverview('live.noValues')
      : link === 'polling'
        ? tOverview('live.fetched')
        : tCommon(`live.${sign}`)
  return (
    <div className={styles.sign}>
      <BlueBoard state={sign}>
        {words}
        {sign === 'live' && age !== null && `, ${age}`}
      </BlueBoard>
      {saves && <span className={styles.saver}>{tCommon('saver.on')}</span>}
      <button type="button" className={styles.pause} onClick={isPaused ? store.resume : store.pause}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d={isPaused ? 'M3 1l9 6-9 6z' : 'M3 1h3v12H3zM8 1h3v12H8z'} fill="currentColor" />
        </svg>
        <span className="visually-hidden">{t(isPaused ? 'link.resume' : 'link.pause')}</span>
      </button>
    </div>
  )
}
