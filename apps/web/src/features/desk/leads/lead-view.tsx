import type { Lead } from '@shipminer/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { leadQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { isQuestion } from '../lib/leads/lead-age.ts'
import { LeadClock } from './lead-clock.tsx'
import { LeadDetail } from './lead-detail.tsx'

/** One lead with all that was said, and how to answer. That it was read is written down. */
export function LeadView({ id }: { id: string }) {
  const { t } = useTranslation('desk')
  const found = useQuery(leadQuery(id))
  return (
    <>
      <p>
        <Link to={paths.deskLeads}>{t('leads.back')}</Link>
      </p>
      {!found.data && <NothingYet query={found} missing={t('leads.missing')} />}
      {found.data && <Found lead={found.data.lead} clockOffsetMs={found.data.clockOffsetMs} />}
    </>
  )
}

function Found({ lead, clockOffsetMs }: { lead: Lead; clockOffsetMs: number }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const id = useId()
  return (
    <article className={styles.page} aria-labelledby={`${id}-name`}>
      <div>
        <h1 id={`${id}-name`} className={styles.heading}>
          {lead.name ?? lead.email}
        </h1>
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
      <LeadDetail lead={lead} />
    </article>
  )
}
