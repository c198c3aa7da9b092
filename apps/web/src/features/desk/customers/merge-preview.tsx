import type { Merge } from '@shipminer/contract/desk/merge'
import { useTranslation } from 'react-i18next'
import { formatSat, formatTyped, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from './customer.module.css'

/** What a merge moves, what it leaves behind, and what cannot be taken back. */
export function MergePreview({ merge }: { merge: Merge }) {
  const { t } = useTranslation('desk-merge')
  const language = useLanguage()
  const { stays, goes, moves, dropped, balanceSat, losesEmail } = merge
  const sat = (amount: number | null) =>
    amount === null ? t('balanceNone') : joinQuantity(formatSat(language, amount))
  return (
    <>
      <dl className={styles.pairs}>
        <Fact name={t('staying')}>{[stays.name, stays.email].filter(Boolean).join(', ')}</Fact>
        <Fact name={t('going')}>{[goes.name, goes.email].filter(Boolean).join(', ')}</Fact>
      </dl>
      <h3>{t('moves')}</h3>
      {moves.length === 0 && <p>{t('nothing')}</p>}
      <dl className={styles.pairs}>
        {moves.map(({ what, count }) => (
          <Fact key={what} name={t(`what.${what}`)}>
            {formatTyped(language, count)}
          </Fact>
        ))}
        <Fact name={t('balance')}>
          {sat(stays.balanceSat)} + {sat(goes.balanceSat)} → <strong>{sat(balanceSat)}</strong>
        </Fact>
      </dl>
      {dropped.length > 0 && (
        <p>{t('dropped', { what: dropped.map(({ what }) => t(`what.${what}`)).join(', ') })}</p>
      )}
      {losesEmail && <p>{t('losesEmail', { email: goes.email ?? '' })}</p>}
      <Notice tone="caution">{t('warning')}</Notice>
    </>
  )
}
