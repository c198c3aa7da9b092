import type { RecordedPayout } from '@shipminer/contract/desk/proposals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../../ui/forms/field.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { checkPayout, type PayoutField, type TypedPayout } from './owner-forms.ts'

/** Asks for a payout that was made outside of a run. */
export function RecordPayout({
  fourEyes,
  act,
  onClose,
}: {
  fourEyes: boolean
  act: (payout: RecordedPayout, reason: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('desk-owner-money')
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'))
  const [typed, setTyped] = useState<TypedPayout>({ amount: '', txid: '', on: today, note: '' })
  const [wrong, setWrong] = useState<ReadonlySet<PayoutField>>(new Set())
  const set = (field: keyof TypedPayout) => (value: string) =>
    setTyped((known) => ({ ...known, [field]: value }))
  return (
    <ReasonDialog
      title={t('paid.record')}
      text={t(fourEyes ? 'paid.recordTextFourEyes' : 'paid.recordText')}
      confirm={t('paid.record')}
      check={() => {
        const checked = checkPayout(typed, today)
        setWrong(checked.wrong ?? new Set())
        return checked.wrong === null
      }}
      act={async (reason) => {
        const { value } = checkPayout(typed, today)
        if (value) await act(value, reason)
      }}
      onClose={onClose}
    >
      <TextField
        label={t('paid.amount')}
        hint={t('paid.amountHint')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={typed.amount}
        onChange={set('amount')}
        error={wrong.has('amount') ? t('paid.amountWrong') : null}
      />
      <TextField
        label={t('paid.txid')}
        autoComplete="off"
        maxLength={80}
        mono
        value={typed.txid}
        onChange={set('txid')}
        error={wrong.has('txid') ? t('paid.txidWrong') : null}
      />
      <TextField
        label={t('paid.on')}
        type="date"
        value={typed.on}
        onChange={set('on')}
        error={wrong.has('on') ? t('paid.onWrong') : null}
      />
      <TextField
        label={t('paid.note')}
        hint={t('paid.noteHint')}
        optional
        autoComplete="off"
        maxLength={200}
        value={typed.note}
        onChange={set('note')}
      />
    </ReasonDialog>
  )
}
