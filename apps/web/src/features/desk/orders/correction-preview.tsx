import type { CorrectedChange, Correction } from '@shipminer/contract/desk/correction'
import { countryName } from '@shipminer/i18n/formats'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'

/** What a correction changes: details from and to, documents, money, and who is notified. */
export function CorrectionPreview({ correction }: { correction: Correction }) {
  const { t } = useTranslation('desk-correction')
  const { t: tKoop } = useTranslation('koop')
  const language = useLanguage()
  const { changes, before, after, credited, issued, mailTo } = correction
  const nameOf = (field: CorrectedChange['field']) =>
    field === 'consumer' || field === 'delivery' ? t(`field.${field}`) : tKoop(`info.${field}`)
  const formatField = (field: CorrectedChange['field'], value: string | null) => {
    if (value === null) return t('nothing')
    if (field === 'country') return countryName(language, value)
    return field === 'consumer' ? t(value === 'consumer' ? 'asConsumer' : 'asBusiness') : value
  }
  return (
    <>
      <dl className={lists.rows}>
        {changes.map(({ field, from, to }) => (
          <Fact key={field} name={nameOf(field)}>
            <s className={text.quiet}>{formatField(field, from)}</s> →{' '}
            <strong>{formatField(field, to)}</strong>
          </Fact>
        ))}
      </dl>
      <MoneyChange before={before} after={after} />
      <p>
        {credited.length === 0
          ? t('noDocuments')
          : t('documents', {
              credited: credited.join(', '),
              issued: issued.map((kind) => t(`document.${kind}`)).join(', ') || t('nothing'),
            })}
      </p>
      <p>{t('mail', { to: mailTo.join(', ') })}</p>
    </>
  )
}

function MoneyChange({ before, after }: Pick<Correction, 'before' | 'after'>) {
  const { t } = useTranslation('desk-correction')
  const { t: tVat } = useTranslation('desk-vat')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const euro = (cents: number) => formatEuro(language, cents)
  const isOtherTotal = before.totals.grossCents !== after.totals.grossCents
  if (!isOtherTotal && before.vatCase === after.vatCase) return <p>{t('sameTotal')}</p>
  return (
    <>
      {isOtherTotal && <Notice tone="caution">{t('otherTotal')}</Notice>}
      <dl className={lists.rows}>
        <Fact name={tOrder('vat', { percent: after.totals.vatPercent })}>
          {euro(before.totals.vatCents)} → <strong>{euro(after.totals.vatCents)}</strong>
        </Fact>
        <Fact name={tOrder('total')}>
          {euro(before.totals.grossCents)} → <strong>{euro(after.totals.grossCents)}</strong>
        </Fact>
        {before.payment !== after.payment && (
          <Fact name={tOrder('axis.payment')}>
            {tOrder(`paymentState.${before.payment}`)} →{' '}
            <strong>{tOrder(`paymentState.${after.payment}`)}</strong>
          </Fact>
        )}
        {after.refundCents > before.refundCents && (
          <Fact name={tVat('back')}>{euro(after.refundCents - before.refundCents)}</Fact>
        )}
      </dl>
    </>
  )
}
