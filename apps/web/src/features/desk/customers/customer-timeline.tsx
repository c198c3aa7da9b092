import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatEuro, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import styles from './customer.module.css'
import type { Customer } from './customer-queries.ts'
import { Panel } from './panel.tsx'
import { type Happening, timelineOf } from './timeline.ts'

/** Everything that happened, newest first. */
export function TimelinePanel({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  return (
    <Panel id="customer-timeline" title={t('timeline')}>
      <ol className={styles.timeline}>
        {timelineOf(customer).map((happening, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things of one kind may happen at the same time
          <li key={index}>
            <Words happening={happening} />
            <small>{formatDateTime(language, happening.at)}</small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Words({ happening }: { happening: Happening }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  switch (happening.kind) {
    case 'joined':
      return <b>{t('event.joined')}</b>
    case 'ordered':
    case 'invoiced':
    case 'prepaid':
    case 'credited':
      return (
        <Link to={paths.deskOrder(happening.orderId)}>
          {t(`event.${happening.kind}`, { number: happening.number })}
        </Link>
      )
    case 'installed':
      return (
        <Link to={paths.deskOrder(happening.orderId)}>{t('event.installed', { name: happening.name })}</Link>
      )
    case 'reported':
    case 'solved':
      return (
        <DeskLink to={paths.deskServiceReport(happening.reportId)}>
          {t(`event.${happening.kind}`, { number: happening.reference })}
        </DeskLink>
      )
    case 'paid':
    case 'takenBack':
      return (
        <Link to={paths.deskOrder(happening.orderId)}>
          {t(`event.${happening.kind}`, {
            amount: formatEuro(language, happening.cents),
            number: happening.number,
          })}
        </Link>
      )
    case 'offered':
    case 'accepted':
      return (
        <Link to={paths.deskOffer(happening.offerId)}>
          {t(`event.${happening.kind}`, { number: happening.number })}
        </Link>
      )
    case 'claimed':
      return (
        <DeskLink to={paths.deskController(happening.controllerId)}>
          {t('event.claimed', { name: happening.name })}
        </DeskLink>
      )
    case 'received':
    case 'given':
      return (
        <DeskLink to={paths.deskController(happening.controllerId)}>
          {happening.other === null
            ? t(`event.${happening.kind}Unknown`, { name: happening.name })
            : t(`event.${happening.kind}`, { name: happening.name, other: happening.other })}
        </DeskLink>
      )
    case 'mailed':
      return (
        <b>{t(happening.isFailed ? 'event.mailFailed' : 'event.mailed', { subject: happening.subject })}</b>
      )
    case 'paidOut':
      return <b>{t('event.paidOut', { amount: joinQuantity(formatSat(language, happening.amountSat)) })}</b>
    case 'asked':
      return (
        <DeskLink to={paths.deskLead(happening.leadId)}>
          {t('event.asked', { number: happening.reference })}
        </DeskLink>
      )
    case 'noted':
      return <b>{t('event.noted', { name: happening.operator })}</b>
  }
}
