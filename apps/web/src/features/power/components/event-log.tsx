import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import type { powerHistoryQuery } from '../api/environment.ts'
import type { RulesAnswer } from '../api/rules.ts'
import styles from './power.module.css'

const eventsAtFirst = 8

type PowerAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof powerHistoryQuery>['queryFn']>>>
type Happened = Pick<(PowerAnswer | RulesAnswer)['events'][number], 'at' | 'kind' | 'minerName'>

/** What happened to miners on board: the newest first, and the others when they are wanted. */
export function EventLog<T extends Happened>({
  title,
  none,
  events,
  formatValue,
}: {
  title: string
  none: string
  events: readonly T[]
  /** What was measured, to stand before the time; empty: nothing. */
  formatValue: (event: T) => string
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const shown = all ? events : events.slice(0, eventsAtFirst)
  return (
    <div>
      <h3 className={text.sub}>{title}</h3>
      {events.length === 0 && <p className={text.note}>{none}</p>}
      <ul className={`${lists.entries} ${styles.events}`} hidden={events.length === 0}>
        {shown.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may be alike in everything
          <li key={`${event.at}-${index}`}>
            {t(`event.${event.kind}`, { name: event.minerName ?? t('someMiner') })}
            <span>{[formatValue(event), formatDateTime(language, event.at)].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
      {events.length > shown.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('events.all')}
        </Button>
      )}
    </div>
  )
}
