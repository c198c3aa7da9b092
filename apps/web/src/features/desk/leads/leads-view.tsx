import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { leadStages } from '@shipminer/domain/lead-stage'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { SelectField } from '../../../ui/forms/select.tsx'
import text from '../../../ui/text.module.css'
import { exportLeads, type LeadFilters, leadsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import { withFilter } from '../lib/orders/order-filters.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { LeadCard } from './lead-card.tsx'

/** What the list is of: questions without an answer, those in a stage, or all. */
const lists = ['open', ...leadStages, 'all'] as const
const kinds = ['contact', 'custom', 'waiting-list', 'notify-me'] as const

/** Everyone who sent an inquiry, by how far they are, oldest open first. The filters and the open lead are kept in the address. */
export function LeadsView() {
  const { t } = useTranslation('desk')
  const [params, setParams] = useSearchParams()
  const kind = kinds.find((one) => one === params.get('kind'))
  const list = lists.find((one) => one === params.get('status')) ?? 'open'
  const stage = leadStages.find((one) => one === list)
  const filters: LeadFilters = {
    status: list === 'open' ? 'open' : 'all',
    ...(kind && { kind }),
    ...(stage && { stage }),
  }
  const [count, setCount] = useState(1)
  const found = useQuery(leadsQuery(filters, count))
  const pages = found.data
  const leads = pages?.flatMap((page) => page.leads)
  const counts = pages?.[0]
  const countOf = (one: (typeof lists)[number]) => {
    if (!counts || one === 'all') return null
    return one === 'open' ? counts.open : counts.byStage[one]
  }
  const change = (name: string, value: string | null) =>
    setParams((known) => withFilter(known, name, value ?? ''), { replace: true })
  return (
    <>
      <h1 className={styles.heading}>{t('nav.leads')}</h1>
      <Chips
        label={t('leads.status')}
        value={list}
        onChange={(value) => change('status', value === 'open' ? null : value)}
        chips={lists.map((one) => ({
          value: one,
          label: one === 'open' || one === 'all' ? t(`leads.list.${one}`) : t(`stage.${one}`),
          count: countOf(one),
        }))}
      />
      <div className={styles.bar}>
        <SelectField
          label={t('leads.kind')}
          value={kind ?? ''}
          onChange={(value) => change('kind', value)}
          options={[
            { value: '', label: t('any') },
            ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
        {leads && leads.length > 0 && (
          <CsvButton
            name="leads"
            call={deskExportEndpoints.deskLeadsExport}
            make={() => exportLeads(filters)}
          />
        )}
      </div>
      {!leads && <NothingYet query={found} />}
      {leads?.length === 0 && <p className={text.quiet}>{t('leads.none')}</p>}
      {leads && leads.length > 0 && (
        <ul className={styles.stack}>
          {leads.map((lead) => (
            <li key={lead.id}>
              <LeadCard
                lead={lead}
                clockOffsetMs={pages?.at(-1)?.clockOffsetMs ?? 0}
                isOpen={params.get('lead') === lead.id}
                onToggle={(isOpen) => change('lead', isOpen ? lead.id : null)}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}
