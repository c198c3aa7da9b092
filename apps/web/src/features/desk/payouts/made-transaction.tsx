import type { PayoutTransaction } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import textStyles from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import { savePsbt } from './lib/save-psbt.ts'

const shownStart = 24

/** The transaction that waits for a signature, to take along. */
export function MadeTransaction({
  filename,
  transaction,
}: {
  filename: string
  transaction: PayoutTransaction
}) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const { psbtBase64, feeSat, feeRateMilliSat, changeSat, inputs } = transaction
  return (
    <section className={styles.section} aria-labelledby="payout-ready">
      <h3 id="payout-ready" className={textStyles.sub}>
        {t('pay.ready')}
      </h3>
      <dl className={lists.facts}>
        <Fact name={t('pay.feeTotal')}>
          <Sat sat={feeSat} />
          <div className={textStyles.small}>
            {t('pay.rate', { rate: formatNumber(language, feeRateMilliSat / 1000, 2) })}
          </div>
        </Fact>
        <Fact name={t('pay.change')}>
          <Sat sat={changeSat} />
        </Fact>
        <Fact name={t('pay.inputs')}>{inputs}</Fact>
      </dl>
      <dl>
        <CopyLine label="PSBT" text={psbtBase64} shown={`${psbtBase64.slice(0, shownStart)}…`} mono />
      </dl>
      <div className={layout.actions}>
        <Button kind="main" onClick={() => savePsbt(filename, psbtBase64)}>
          {t('pay.save')}
        </Button>
      </div>
    </section>
  )
}
