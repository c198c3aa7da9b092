import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { CopyLine } from '../../../ui/copy-line.tsx'
import layout from '../../../ui/layout.module.css'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from './payment.module.css'

/** Where to transfer an order's money to, with the code that banking apps read. */
export function BankTransfer({
  bank,
  remainingCents,
}: {
  bank: NonNullable<Order['bank']>
  remainingCents: number
}) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const amount = formatEuro(language, remainingCents)
  return (
    <div className={layout.column}>
      {bank.example && (
        <Notice tone="caution" title={t('bank.exampleTitle')}>
          {t('bank.exampleText')}
        </Notice>
      )}
      <p>{t('bank.text', { date: formatDate(language, Date.parse(bank.dueAt)) })}</p>
      <section className={styles.box} aria-label={t('bank.title')}>
        <div className={styles.boxBody}>
          <div className={styles.code}>
            <QrCode text={bank.epc} label={t('bank.qr', { amount })} />
            <p className={textStyles.small}>{t('bank.qrText')}</p>
          </div>
          <dl className={`${layout.column} ${styles.stack}`}>
            <CopyLine label={t('bank.amount')} text={(remainingCents / 100).toFixed(2)} shown={amount} />
            <CopyLine
              label={t('bank.iban')}
              text={bank.iban.replaceAll(' ', '')}
              shown={bank.iban.replaceAll(' ', '').replaceAll(/(.{4})(?=.)/g, '$1 ')}
            />
            <CopyLine label={t('bank.name')} text={bank.accountName} />
            {bank.bic && <CopyLine label={t('bank.bic')} text={bank.bic} />}
            <CopyLine
              label={t('bank.reference')}
              text={bank.reference.replaceAll(' ', '')}
              shown={bank.reference}
            />
          </dl>
        </div>
      </section>
      <p className={textStyles.small}>{t('bank.referenceHint')}</p>
    </div>
  )
}
