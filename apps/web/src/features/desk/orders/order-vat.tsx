import { deskVatEndpoints, type OrderVat, type VatChoice } from '@shipminer/contract/desk/vat'
import { countryName } from '@shipminer/i18n/formats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { chooseVat, type OrderAnswer } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'

const keyOf = ({ vatCase, country }: Pick<VatChoice, 'vatCase' | 'country'>) => `${vatCase} ${country ?? ''}`

/** The treatment of an order's VAT: which it has, on what it rests, and another one from those that are switched on. */
export function OrderVatCard({ answer: { order, vat } }: { answer: OrderAnswer }) {
  const { t } = useTranslation('desk-vat')
  const language = useLanguage()
  const words = useVatWords()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { chosen, distanceSales } = vat
  const mayChoose = may(deskVatEndpoints.deskOrderVat)
  return (
    <section className={styles.card} aria-labelledby="desk-vat">
      <h2 id="desk-vat" className={styles.heading}>
        {t('title')}
      </h2>
      <dl className={lists.rows}>
        <Fact name={t('present')}>{words(vat)}</Fact>
        {vat.sellerVatId !== null && <Fact name={t('sellerVatId')}>{vat.sellerVatId}</Fact>}
        {chosen !== null && (
          <Fact name={t('chosen')}>
            {[chosen.by, formatDate(language, chosen.at)].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {chosen?.evidence && <Fact name={t('evidence')}>{chosen.evidence}</Fact>}
      </dl>
      {distanceSales !== null && (
        <p className={text.small}>
          {t(distanceSales.isOver ? 'distanceOver' : 'distance', {
            year: distanceSales.year,
            amount: formatEuro(language, distanceSales.netCents),
            limit: formatEuro(language, distanceSales.limitCents),
          })}
        </p>
      )}
      {vat.choices.length === 0 && <p className={text.small}>{t('none')}</p>}
      {vat.choices.length > 0 && mayChoose && (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      )}
      {isOpen && <VatDialog order={order} vat={vat} onClose={() => setOpen(false)} />}
    </section>
  )
}

function VatDialog({
  order,
  vat,
  onClose,
}: {
  order: OrderAnswer['order']
  vat: OrderVat
  onClose: () => void
}) {
  const { t } = useTranslation('desk-vat')
  const words = useVatWords()
  const [key, setKey] = useState(() => keyOf(vat.choices[0] ?? vat))
  const [evidence, setEvidence] = useState('')
  const [isApproved, setApproved] = useState(false)
  const [isTried, setTried] = useState(false)
  const choice = vat.choices.find((one) => keyOf(one) === key)
  const needsEvidence = choice?.needsEvidence ?? false
  const isShort = evidence.trim().length < 3
  const check = () => {
    setTried(true)
    return isApproved && !(needsEvidence && isShort)
  }
  const act = async (reason: string) => {
    if (!choice) return
    const { vatCase, country } = choice
    await chooseVat(order.id, {
      vatCase,
      country,
      reason,
      adviserApproved: true,
      ...(isShort ? {} : { evidence: evidence.trim() }),
    })
  }
  return (
    <ReasonDialog
      title={`${t('change')}: ${order.number}`}
      text={t('text')}
      confirm={t('confirm')}
      check={check}
      act={act}
      onClose={onClose}
    >
      <SelectField
        label={t('choice')}
        value={key}
        onChange={setKey}
        options={vat.choices.map((one) => ({ value: keyOf(one), label: words(one) }))}
      />
      {choice && <Amounts order={order} choice={choice} />}
      {choice?.needsConfirmedNumber && <p className={text.small}>{t('vies')}</p>}
      <TextField
        label={t(needsEvidence ? 'evidenceNeeded' : 'evidenceOptional')}
        hint={t('evidenceHint')}
        value={evidence}
        onChange={setEvidence}
        error={isTried && needsEvidence && isShort ? t('evidenceMissing') : null}
        maxLength={500}
        autoComplete="off"
        name="evidence"
      />
      <Notice tone="caution">{t('warning')}</Notice>
      <Check checked={isApproved} onChange={setApproved}>
        {t('approved')}
      </Check>
      {isTried && !isApproved && <p role="alert">{t('approvedMissing')}</p>}
    </ReasonDialog>
  )
}

function Amounts({ order, choice }: { order: OrderAnswer['order']; choice: VatChoice }) {
  const { t } = useTranslation('desk-vat')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const euro = (cents: number) => formatEuro(language, cents)
  const backCents = order.receivedCents - choice.grossCents
  return (
    <dl className={lists.rows}>
      <Fact name={tOrder('net')}>{euro(choice.netCents)}</Fact>
      <Fact name={tOrder('vat', { percent: choice.percent })}>{euro(choice.vatCents)}</Fact>
      <Fact name={t('newTotal')}>
        <strong>{euro(choice.grossCents)}</strong>
      </Fact>
      <Fact name={t('oldTotal')}>{euro(order.totals.grossCents)}</Fact>
      {backCents > 0 && <Fact name={t('back')}>{euro(backCents)}</Fact>}
    </dl>
  )
}

/** A treatment in words, with country and rate. */
function useVatWords() {
  const { t } = useTranslation('desk-vat')
  const language = useLanguage()
  return ({ vatCase, country, percent }: Pick<VatChoice, 'vatCase' | 'country' | 'percent'>) =>
    t(`case.${vatCase}`, { country: country === null ? '' : countryName(language, country), percent })
}
