import { newsletterEndpoints, type Subscriber } from '@shipminer/contract/shop/newsletter'
import { languageNames } from '@shipminer/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { exportNewsletter, newsletterQuery } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { MailingsSections } from '../mailings/mailings-sections.tsx'
import { useMay } from '../shell/use-role.ts'
import shop from './desk-shop.module.css'

/** Who waits, who wants the newsletter, what was sent to them, and the file for another program that sends it. */
export function NewsletterView() {
  const { t } = useTranslation('desk-shop')
  const { t: desk } = useTranslation('desk')
  const may = useMay()
  const [count, setCount] = useState(1)
  const [isExporting, setExporting] = useState(false)
  const found = useQuery(newsletterQuery(count))
  const subscribers = found.data?.flatMap((page) => page.subscribers)
  const counts = found.data?.[0]?.counts ?? []
  const save = async (reason: string) =>
    saveFile('newsletter.csv', 'text/csv;charset=utf-8', await exportNewsletter(reason))
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{desk('nav.newsletter')}</h1>
        <p className={textStyles.quiet}>{t('newsletter.lead')}</p>
        <p className={textStyles.small}>{t('newsletter.link')}</p>
      </div>
      <MailingsSections hasReaders={(subscribers?.length ?? 0) > 0} />
      {!subscribers && <NothingYet query={found} />}
      {subscribers?.length === 0 && <p>{t('newsletter.none')}</p>}
      {subscribers && subscribers.length > 0 && (
        <>
          <CountTable counts={counts} />
          {may(newsletterEndpoints.deskNewsletterExport) && (
            <div>
              <Button aria-haspopup="dialog" onClick={() => setExporting(true)}>
                {t('newsletter.export')}
              </Button>
            </div>
          )}
          <section className={styles.section} aria-labelledby="desk-subscribers">
            <h2 id="desk-subscribers" className={textStyles.sub}>
              {t('newsletter.list')}
            </h2>
            <ul className={styles.list}>
              {subscribers.map((subscriber) => (
                <li key={subscriber.id} className={styles.row}>
                  <SubscriberLine subscriber={subscriber} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
      {isExporting && (
        <ReasonDialog
          title={t('newsletter.export')}
          text={t('newsletter.exportText')}
          confirm={t('newsletter.export')}
          act={save}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  )
}

function CountTable({
  counts,
}: {
  counts: readonly { language: Subscriber['language']; confirmed: number; unconfirmed: number }[]
}) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const sum = (name: 'confirmed' | 'unconfirmed') => counts.reduce((total, row) => total + row[name], 0)
  const rows = [
    ...counts.map((row) => ({
      ...row,
      name: row.language === null ? t('newsletter.unknown') : languageNames[row.language],
    })),
    { name: t('newsletter.total'), confirmed: sum('confirmed'), unconfirmed: sum('unconfirmed') },
  ]
  return (
    <table className={shop.table}>
      <caption className="visually-hidden">{t('newsletter.counts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('newsletter.language')}</th>
          <th scope="col" className={shop.number}>
            {t('newsletter.confirmed')}
          </th>
          <th scope="col" className={shop.number}>
            {t('newsletter.unconfirmed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, confirmed, unconfirmed }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={shop.number}>{formatNumber(language, confirmed)}</td>
            <td className={shop.number}>{formatNumber(language, unconfirmed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SubscriberLine({
  subscriber: { name, email, language: own, since, source, isConfirmed },
}: {
  subscriber: Subscriber
}) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const sinceWords =
    since === null
      ? t('newsletter.sinceUnknown')
      : t('newsletter.since', { date: formatDate(language, since) })
  return (
    <>
      <span className={textStyles.strong}>{name}</span>
      <span>{email ?? t('newsletter.noEmail')}</span>
      <span className={textStyles.small}>
        {own === null ? t('newsletter.unknown') : languageNames[own]} · {sinceWords}
        {source && `, ${t(`consent.${source}`)}`}
      </span>
      {isConfirmed ? <span /> : <span className={textStyles.late}>{t('newsletter.notConfirmed')}</span>}
    </>
  )
}
