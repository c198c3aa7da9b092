import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { eventWords } from '../lib/event-words.ts'
import styles from './orders.module.css'

/** What happened to an order, newest first. */
export function OrderTimeline({ events }: { events: Order['events'] }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  if (events.length === 0) return <p className={text.quiet}>{t('timelineNone')}</p>
  return (
    <ol className={`${lists.timeline} ${styles.timeline}`}>
      {events
        .map((event, index) => ({ ...event, index }))
        .toReversed()
        .map(({ index, at, kind, actor, note }) => (
          <li key={index}>
            <span className={text.strong}>{t(`event.${eventWords(kind)}`)}</span>
            <span className={text.quiet}>
              {formatDateTime(language, Date.parse(at))} · {t(`actor.${actor}`)}
            </span>
            {note && <span className={text.quiet}>{note}</span>}
          </li>
        ))}
    </ol>
  )
}
