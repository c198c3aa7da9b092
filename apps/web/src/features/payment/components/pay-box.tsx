import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { useTranslation } from 'react-i18next'
import { formatCoin } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useNow } from '../../../lib/now.ts'
import { CopyLine } from '../../../ui/copy-line.tsx'
import layout from '../../../ui/layout.module.css'
import { QrCode } from '../../../ui/qr-code.tsx'
import textStyles from '../../../ui/text.module.css'
import { countdown } from '../lib/countdown.ts'
import styles from './payment.module.css'

/** Address, amount and code of a payment that waits for its transfer, with the time that is left. */
export function PayBox({ intent }: { intent: PaymentIntent }) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const amount = formatCoin(language, intent.amountRemaining, intent.asset)
  const coded = intent.qrText ?? intent.paymentUri
  return (
    <section className={styles.box} aria-label={t('box')}>
      <div className={styles.boxHead}>
        <strong>{t(`asset.${intent.asset}`)}</strong>
        <span className={styles.badge}>
          {t('network', { name: intent.network.name })}
          {intent.network.testnet && ` · ${t('testnet')}`}
        </span>
        <Countdown endMs={Date.parse(intent.expiresAt)} />
      </div>
      <div className={styles.boxBody}>
        {coded && (
          <div className={styles.code}>
            <QrCode text={coded} label={t('qr', { amount, network: intent.network.name })} />
          </div>
        )}
        <div className={`${layout.column} ${styles.stack}`}>
          <dl className={`${layout.column} ${styles.stack}`}>
            <CopyLine label={t('amount')} text={intent.amountRemaining} shown={amount} />
            {intent.address && <CopyLine label={t('address')} text={intent.address} mono />}
          </dl>
          <p className={textStyles.small}>
            {t(intent.asset === 'BTC' ? 'onlyBitcoin' : 'onlyToken', { network: intent.network.name })}
          </p>
          {intent.paymentUri && (
            <p>
              <a className={styles.wallet} href={intent.paymentUri}>
                {t('openWallet')}
              </a>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** Time that keeps running is for the eye; screen readers find it when they look for it. */
function Countdown({ endMs }: { endMs: number }) {
  const { t } = useTranslation('payment')
  const now = useNow()
  if (now === null) return null
  const left = countdown(now, endMs)
  return (
    <span className={styles.time} role="timer" aria-live="off">
      {left === null ? t('timeOver') : t('timeLeft', { time: left })}
    </span>
  )
}
