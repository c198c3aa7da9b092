import type { Lead } from '@shipminer/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import text from '../../../ui/text.module.css'
import { leadQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { isQuestion } from '../lib/leads/lead-age.ts'
import { LeadClock } from './lead-clock.tsx'
import { LeadDetail } from './lead-detail.tsx'

/** One lead of the list; open it shows all that was said, and how to answer. */
export function LeadCard({
  lead,
  clockOffsetMs,
  isOpen,
  onToggle,
}: {
  lead: Lead
  clockOffsetMs: number
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}) {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useId()
  return (
    <article
      className={`${styles.card} ${lead.handledAt === null ? styles.waits : ''}`}
      aria-labelledby={`${id}-name`}
    >
      <div className={styles.toggle}>
        <div>
          <h2 id={`${id}-name`} className={text.sub}>
            {lead.name ?? lead.email}
          </h2>
          <p className={text.small}>
            {t(`kind.${lead.kind}`)} · <span className={styles.mono}>{lead.reference}</span> ·{' '}
            <LeadClock lead={lead} clockOffsetMs={clockOffsetMs} />
            {lead.assignedTo && <> · {t('leads.assignedTo', { name: lead.assignedTo })}</>}
            {isQuestion(lead) && <> · {t(`stage.${lead.stage}`)}</>}
            {lead.nextContactOn && (
              <> · {t('leads.nextOn', { date: formatDate(language, Date.parse(lead.nextContactOn)) })}</>
            )}
          </p>
        </div>
        <Button
          data-row
          aria-expanded={isOpen}
          aria-controls={`${id}-detail`}
          aria-describedby={`${id}-name`}
          onClick={() => onToggle(!isOpen)}
        >
          {isOpen ? common('close') : t('leads.details')}
        </Button>
      </div>
      <div id={`${id}-detail`} hidden={!isOpen}>
        {isOpen && <OpenLead id={lead.id} />}
      </div>
    </article>
  )
}

/** Asked for once it is opened: who read it is written down. */
function OpenLead({ id }: { id: string }) {
  const found = useQuery(leadQuery(id))
  return found.data ? <LeadDetail lead={found.data.lead} /> : <NothingYet query={found} />
}
