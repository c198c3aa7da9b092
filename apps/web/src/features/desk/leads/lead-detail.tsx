import { deskEndpoints, type Lead } from '@shipminer/contract/desk'
import { deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { languageNames } from '@shipminer/i18n/languages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatPercent } from '../../../lib/format/format.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { actOnLead } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { isQuestion } from '../lib/leads/lead-age.ts'
import { useMay } from '../shell/use-role.ts'
import { AnswerForm } from './answer-form.tsx'
import { TrackForm } from './track-form.tsx'

/** What a visitor asked, what was computed from it, what was answered, and what to do. */
export function LeadDetail({ lead }: { lead: Lead }) {
  const { t } = useTranslation('desk')
  const { t: tOffers } = useTranslation('desk-offers')
  const may = useMay()
  const mayAct = may(deskEndpoints.deskLeadAct)
  const language = useLanguage()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [isClosing, setClosing] = useState(false)
  const take = () =>
    run(async () => {
      await actOnLead(lead.id, { action: 'assign' })
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('done')
    })
  return (
    <div className={styles.stack}>
      <dl className={lists.facts}>
        <Fact name={t('leads.email')}>
          <a href={`mailto:${lead.email}`}>{lead.email}</a>
        </Fact>
        {lead.phone && <Fact name={t('leads.phone')}>{lead.phone}</Fact>}
        <Fact name={t('leads.language')}>{languageNames[lead.language]}</Fact>
        {lead.subject && <Fact name={t('leads.subject')}>{lead.subject}</Fact>}
        {lead.source && <Fact name={t('leads.source')}>{lead.source}</Fact>}
        {lead.lostReason && <Fact name={t('leads.lostReason')}>{lead.lostReason}</Fact>}
        {lead.product && <Fact name={t('leads.product')}>{productNameOf(lead.product) ?? lead.product}</Fact>}
      </dl>
      {lead.message && (
        <p className={text.lines} lang={lead.language}>
          {lead.message}
        </p>
      )}
      {lead.kind === 'custom' && <Analysis lead={lead} />}
      {lead.answers.length > 0 && (
        <div className={styles.stack}>
          <h2 className={text.sub}>{t('leads.answers')}</h2>
          <ol className={lists.timeline}>
            {lead.answers.map((answer) => (
              <li key={answer.at}>
                <span className={text.strong}>{answer.subject}</span>
                <span className={text.small}>
                  {formatDateTime(language, answer.at)} · {answer.operator}
                </span>
                <p className={text.lines} lang={lead.language}>
                  {answer.text}
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
      {mayAct && <AnswerForm lead={lead} />}
      {mayAct && isQuestion(lead) && <TrackForm lead={lead} />}
      {may(deskOfferEndpoints.deskMakeOffer) && (
        <div>
          <ButtonLink to={paths.deskOfferNew(whomOf(lead))}>{tOffers('fromLead')}</ButtonLink>
        </div>
      )}
      {mayAct && lead.handledAt === null && (
        <div className={layout.actions}>
          <Button onClick={() => !isBusy && void take()} aria-disabled={isBusy || undefined}>
            {t('leads.take')}
          </Button>
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setClosing(true)}>
            {t('leads.close')}
          </Button>
        </div>
      )}
      <TaskNotice message={message} />
      {isClosing && (
        <ReasonDialog
          title={`${t('leads.close')}: ${lead.reference}`}
          text={t('leads.closeText')}
          confirm={t('leads.close')}
          act={(lostReason) => actOnLead(lead.id, { action: 'close', lostReason })}
          onClose={() => setClosing(false)}
        />
      )}
    </div>
  )
}

/** What is known of a lead, for the form of an offer. */
function whomOf({ id, name, email, phone, language }: Lead): Record<string, string> {
  return { lead: id, email, language, ...(name !== null && { name }), ...(phone !== null && { phone }) }
}

function Analysis({ lead }: { lead: Lead }) {
  const { t } = useTranslation('desk')
  const { t: tCustom } = useTranslation('custom')
  const language = useLanguage()
  const watts = (kw: number | null) => (kw === null ? null : kw * 1000)
  const fitting = lead.fittingProducts.map((id) => productNameOf(id) ?? id)
  return (
    <div className={styles.stack}>
      <h2 className={text.sub}>{t('leads.analysis')}</h2>
      <dl className={lists.facts}>
        <Fact name={t('leads.shipType')}>
          <Value of={lead.shipType}>
            {(type) => tCustom(`type.${type}` as 'type.other', { defaultValue: type })}
          </Value>
        </Fact>
        <Fact name={t('leads.capacity')}>
          <Power powerWatts={watts(lead.generatorCapacityKw)} />
        </Fact>
        <Fact name={t('leads.usage')}>
          <Value of={lead.currentUsagePercent}>{(percent) => formatPercent(language, percent / 100)}</Value>
        </Fact>
        <Fact name={t('leads.spare')}>
          <Power powerWatts={watts(lead.spareKw)} />
        </Fact>
        <Fact name={t('leads.fitting')}>{fitting.join(', ') || t('leads.fittingNone')}</Fact>
      </dl>
    </div>
  )
}
