import { useTranslation } from 'react-i18next'
import { agePart, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useFleet } from '../components/fleet-context.tsx'
import styles from './stale-notice.module.css'

/** Says from when the figures are while the page has no link. Nothing is blanked. Its age ticks, so it is no live region; the event is. */
export function StaleNotice() {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const lost = useFleet((state) => state.link === 'down' && state.contactAt > 0)
  const contactAt = useFleet((state) => state.contactAt)
  const age = useFleet(({ now }) => {
    const { unit, count } = agePart(now - contactAt)
    return unit === 'now' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  })
  if (!lost) return null
  return (
    <p className={styles.stale}>
      <strong>{t('link.lostTitle', { time: formatTime(language, contactAt), age })}</strong>{' '}
      {t('link.lostText')}
    </p>
  )
}
