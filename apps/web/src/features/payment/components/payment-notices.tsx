import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatCoin, withoutSign } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type PaymentNotice, strayPayments } from '../lib/payment-view.ts'

/** Where people at the provider have to look too, so the page says how to reach them. */
const needsPerson: ReadonlySet<PaymentNotice> = new Set([
  'underpaid-expired',
  'overpaid',
  'late',
  'wrong-network',
  'wrong-token',
])

/** What is out of the ordinary about a payment, each in its own words. */
export function PaymentNotices({
  intent,
  notices,
}: {
  intent: PaymentIntent
  notices: readonly PaymentNotice[]
}) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const coin = (amount: string, asset: string = intent.asset) => formatCoin(language, amount, asset)
  const stray = strayPayments(intent)
  const [elsewhere] = stray.network
  const [otherToken] = stray.token
  const words: Record<PaymentNotice, string> = {
    underpaid: t('notice.underpaid.text', {
      received: coin(intent.amountReceived),
      remaining: coin(intent.amountRemaining),
    }),
    'underpaid-expired': t('notice.underpaid-expired.text', { received: coin(intent.amountReceived) }),
    overpaid: t('notice.overpaid.text', { excess: coin(withoutSign(intent.amountRemaining)) }),
    late: t('notice.late.text'),
    'late-accepted': t('notice.late-accepted.text'),
    replaced: t('notice.replaced.text'),
    reorged: t('notice.reorged.text'),
    'wrong-network': elsewhere
      ? t('notice.wrong-network.seen', {
          amount: coin(elsewhere.amount, elsewhere.asset),
          found: elsewhere.network.name,
          asked: intent.network.name,
        })
      : t('notice.wrong-network.text', { asked: intent.network.name }),
    'wrong-token': otherToken
      ? t('notice.wrong-token.seen', { found: otherToken.asset, asked: intent.asset })
      : t('notice.wrong-token.text', { asked: intent.asset }),
    'watcher-behind': t('notice.watcher-behind.text'),
  }
  return notices.map((notice) => (
    <Notice
      key={notice}
      tone={notice === 'late-accepted' || notice === 'watcher-behind' ? 'plain' : 'caution'}
      title={t(`notice.${notice}.title`)}
    >
      <p>{words[notice]}</p>
      {needsPerson.has(notice) && (
        <p>
          <Link to={paths.contactAbout('question')}>{t('contact', { number: intent.orderNumber })}</Link>
        </p>
      )}
    </Notice>
  ))
}
