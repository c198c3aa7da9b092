import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatWholeEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import styles from './customer.module.css'
import { MergePanel } from './customer-merge.tsx'
import { BoxesPanel, OrdersPanel } from './customer-orders.tsx'
import { PrivacyPanel } from './customer-privacy.tsx'
import { type Customer, customerQuery } from './customer-queries.ts'
import { CustomerShips } from './customer-ships.tsx'
import { MailsPanel, NotesPanel, PayoutsPanel, PersonPanel, ReportsPanel } from './customer-side.tsx'
import { TimelinePanel } from './customer-timeline.tsx'

/** One person or company: the ships as its spine, then what was bought and what happened; beside it who it is and what is open. */
export function CustomerView({ id }: { id: string }) {
  const found = useQuery(customerQuery(id))
  const { data } = found
  if (!data) return <NothingYet query={found} />
  return (
    <>
      <Head customer={data} />
      <div className={styles.columns}>
        <div className={styles.spine}>
          <CustomerShips customer={data} />
          <BoxesPanel customer={data} />
          <OrdersPanel customer={data} />
          <TimelinePanel customer={data} />
        </div>
        <div className={styles.spine}>
          <PersonPanel customer={data} />
          <NotesPanel customer={data} />
          <ReportsPanel customer={data} />
          <PayoutsPanel customer={data} />
          <MailsPanel customer={data} />
          <MergePanel customer={data} />
          <PrivacyPanel customer={data} />
        </div>
      </div>
    </>
  )
}

function Head({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { t: tDesk } = useTranslation('desk')
  const language = useLanguage()
  const { person, ships, orders, reports, looseControllers } = customer
  const bought = orders
    .filter(({ state }) => state !== 'cancelled' && state !== 'expired')
    .reduce((sum, { totals }) => sum + totals.grossCents, 0)
  const silent = [...ships.flatMap(({ controllers }) => controllers), ...looseControllers].filter(
    ({ status }) => status === 'silent',
  ).length
  const open = reports.filter(({ state }) => state !== 'closed').length + silent
  return (
    <div className={styles.head}>
      <p>
        <Link to={paths.deskCustomers}>{tDesk('nav.customers')}</Link>
      </p>
      <h1>{person.name}</h1>
      <p className={styles.lead}>
        {t('count.ships', { count: ships.length })}, {t('count.orders', { count: orders.length })},{' '}
        {t('bought', { amount: formatWholeEuro(language, bought) })}.{' '}
        {open > 0 && <b>{t('attention', { count: open })}</b>}
      </p>
    </div>
  )
}
