import type { FirstPayout } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'

const badges = { ok: 'online', soon: 'attention', over: 'fault' } as const

/** Owners who were promised a first payout and had none yet, those with the least time first. */
export function FirstPayouts({ payouts }: { payouts: readonly FirstPayout[] }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const writeDaysLeft = ({ daysLeft }: FirstPayout) => {
    if (daysLeft === 0) return t('first.today')
    return daysLeft > 0 ? t('first.left', { count: daysLeft }) : t('first.over', { count: -daysLeft })
  }
  return (
    <section className={styles.section} aria-labelledby="payout-first">
      <h2 id="payout-first" className={styles.heading}>
        {t('first.title')}
      </h2>
      {payouts.length === 0 ? (
        <p className={text.quiet}>{t('first.none')}</p>
      ) : (
        <ul className={styles.list}>
          {payouts.map((payout) => (
            <li key={payout.userId} className={styles.row}>
              <strong>{payout.name}</strong>
              <span>
                {t(payout.hasMiner ? 'first.miner' : 'first.claim', {
                  date: formatDate(language, payout.since),
                })}
              </span>
              <StatusBadge status={badges[payout.state]} label={writeDaysLeft(payout)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
