import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { BlueBoard, type LiveSignState } from '../../../ui/blue-board.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFleet, useFleetPaused, useFleetStore } from '../components/fleet-context.tsx'
import { FleetAge } from './fleet-age.tsx'
import styles from './live-bar.module.css'

/** Whether values arrive, how old the server's last message is, and the control that freezes the page. */
export function LiveBar({ pollSeconds }: { pollSeconds: number }) {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const store = useFleetStore()
  const paused = useFleetPaused()
  const link = useFleet((state) => state.link)
  const contactAt = useFleet((state) => state.contactAt)
  const nowAtPause = useFleet((state) => (store.isPaused() ? state.now : 0))
  const sign: LiveSignState = paused
    ? 'paused'
    : link === 'live'
      ? 'live'
      : link === 'connecting'
        ? 'connecting'
        : 'lost'
  return (
    <div className={styles.bar}>
      <BlueBoard state={sign}>
        {paused ? (
          t('link.pausedAt', { time: formatTime(language, nowAtPause) })
        ) : link === 'polling' ? (
          t('link.polling', { seconds: pollSeconds })
        ) : contactAt === 0 ? (
          tCommon(`live.${sign}`)
        ) : (
          <>
            {tCommon(`live.${sign}`)}, <FleetAge at={contactAt} />
          </>
        )}
      </BlueBoard>
      <Button kind="quiet" onClick={paused ? store.resume : store.pause}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d={paused ? 'M3 1l9 6-9 6z' : 'M3 1h3v12H3zM8 1h3v12H8z'} fill="currentColor" />
        </svg>
        <span className="hidden-on-phone">{t(paused ? 'link.resume' : 'link.pause')}</span>
      </Button>
    </div>
  )
}
