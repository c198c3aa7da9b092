import type { PayoutAddress, Profile } from '@shipminer/contract/account/profile'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { Address } from '../../../ui/values/address.tsx'
import { Sat } from '../../../ui/values/money.tsx'
import { cancelPayoutAddress, setPayoutAddress } from '../api/account.ts'
import type { AskForProof } from '../lib/owner-proof.ts'
import { Facts, Section } from './section.tsx'

/** The unpaid share, and the address it is paid to; a change needs a proof and counts after 48 hours. */
export function Payout({
  profile,
  ask,
  onChange,
}: {
  profile: Profile
  ask: AskForProof
  onChange: (profile: Profile) => void
}) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const [isEditing, setEditing] = useState(false)
  const [address, setAddress] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isBusy, message, run } = useTask()
  const { current, pending } = profile.payoutAddress
  const adopt = (payoutAddress: PayoutAddress) => onChange({ ...profile, payoutAddress })
  const when = (at: string) => formatDateTime(language, Date.parse(at))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = address.trim()
    setMissing(wanted === '')
    if (wanted === '') return
    const isDone = await run(async () => {
      const proof = await ask('payout-address', wanted)
      if (!proof) return null
      adopt(await setPayoutAddress(wanted, proof))
      setEditing(false)
      setAddress('')
      return t('payout.asked')
    })
    if (!isDone) return
  }

  const cancel = () =>
    run(async () => {
      adopt(await cancelPayoutAddress())
      return t('payout.cancelled')
    })

  return (
    <Section title={t('payout.title')} lead={t('payout.lead')} view={isEditing ? 'edit' : 'see'}>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <Facts
        rows={[
          [t('balance'), <Sat key="balance" sat={profile.balanceSat} />],
          [
            t('payout.current'),
            current ? <Address key="current" address={current.address} /> : t('payout.none'),
          ],
        ]}
      />
      {pending && (
        <Notice
          tone="caution"
          title={t('payout.pending')}
          actions={
            <Button onClick={cancel} disabled={isBusy}>
              {t('payout.cancel')}
            </Button>
          }
        >
          <p>
            <Address address={pending.address} />
          </p>
          <p>{t('payout.counts', { date: when(pending.countsAt) })}</p>
        </Notice>
      )}
      {isEditing ? (
        <form className={layout.stack} onSubmit={submit} noValidate>
          <TextField
            label={t('payout.address')}
            hint={t('payout.hint')}
            mono
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={setAddress}
            error={isMissing ? t('payout.missing') : null}
          />
          <div className={layout.actions}>
            <Button kind="main" type="submit" disabled={isBusy}>
              {isBusy ? t('updating') : t('payout.save')}
            </Button>
            <Button kind="quiet" onClick={() => setEditing(false)} disabled={isBusy}>
              {t('close')}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setEditing(true)}>{t(current ? 'payout.change' : 'payout.set')}</Button>
        </div>
      )}
    </Section>
  )
}
