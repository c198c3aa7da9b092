import { type Crew, type CrewRole, crewRoles } from '@shipminer/contract/account/crew'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { changeCrewRole, crewQuery, inviteCrew, removeCrew, withdrawInvitation } from '../api/crew.ts'
import styles from './crew.module.css'

/** Who besides its owner may look at a ship or control its miners: invited by mail, and taken back with a press. */
export function CrewSettings({ shipId, withProof }: { shipId: string; withProof: WithProof }) {
  const { t } = useTranslation('crew')
  return (
    <Fold id="crew-title" title={t('title')} standing={t('lead')}>
      <CrewList shipId={shipId} withProof={withProof} />
    </Fold>
  )
}

type Member = Crew['members'][number]

function CrewList({ shipId, withProof }: { shipId: string; withProof: WithProof }) {
  const { t } = useTranslation('crew')
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(crewQuery(shipId))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const { isBusy, message, run } = useTask()
  const show = (crew: Crew) => client.setQueryData(crewQuery(shipId).queryKey, crew)
  /** Sets what the server answers; says so, unless the person closed the question of who they are. */
  const change = (call: () => Promise<Crew>, done: string) =>
    run(async () => {
      const crew = await withProof(call)
      if (crew === null) return null
      show(crew)
      return done
    })
  if (!data)
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  const remove = async (member: Member) => {
    await change(() => removeCrew(shipId, member.userId), t('removed', { name: member.name }))
    setLeaving(null)
  }
  return (
    <>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {data.members.length + data.invitations.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.people}>
        {data.members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isBusy={isBusy}
            onRole={(role) =>
              void change(
                () => changeCrewRole(shipId, member.userId, role),
                t('changed', { name: member.name, role: t(`role.${role}`) }),
              )
            }
            onRemove={() => setLeaving(member)}
          />
        ))}
        {data.invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isBusy={isBusy}
            onAgain={() =>
              void change(
                () => inviteCrew(shipId, { email: invitation.email, role: invitation.role }),
                t('sent', { email: invitation.email }),
              )
            }
            onWithdraw={() =>
              void change(
                () => withdrawInvitation(shipId, invitation.id),
                t('withdrawn', { email: invitation.email }),
              )
            }
          />
        ))}
      </ul>
      <InviteForm
        isBusy={isBusy}
        onInvite={(wanted) => change(() => inviteCrew(shipId, wanted), t('sent', { email: wanted.email }))}
      />
      {leaving && (
        <ConfirmDialog
          title={t('removeTitle', { name: leaving.name })}
          confirm={t('remove')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function MemberRow({
  member,
  isBusy,
  onRole,
  onRemove,
}: {
  member: Member
  isBusy: boolean
  onRole: (role: CrewRole) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('crew')
  const language = useLanguage()
  const { name, email, role, joinedAt } = member
  return (
    <li>
      <div>
        <p className={text.strong}>{name}</p>
        <p className={text.quiet}>
          {email !== null && `${email}, `}
          {t('since', { date: formatDate(language, joinedAt) })}
        </p>
      </div>
      <div className={styles.acts}>
        <SelectField
          label={t('may', { name })}
          value={role}
          options={crewRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(wanted) => {
            if (wanted !== role && !isBusy) onRole(wanted)
          }}
        />
        <Button aria-haspopup="dialog" onClick={onRemove}>
          {t('remove')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

function InvitationRow({
  invitation: { email, role, sentAt, expiresAt, hasExpired },
  isBusy,
  onAgain,
  onWithdraw,
}: {
  invitation: Crew['invitations'][number]
  isBusy: boolean
  onAgain: () => void
  onWithdraw: () => void
}) {
  const { t } = useTranslation('crew')
  const language = useLanguage()
  return (
    <li>
      <div>
        <p className={text.strong}>{email}</p>
        <p className={text.quiet}>
          {t(`role.${role}`)}, {t('invited', { date: formatDate(language, sentAt) })},{' '}
          {t(hasExpired ? 'expired' : 'expires', { date: formatDate(language, expiresAt) })}
        </p>
      </div>
      <div className={styles.acts}>
        <Button onClick={onAgain} aria-disabled={isBusy || undefined}>
          {t('again')}
          <span className="visually-hidden"> {email}</span>
        </Button>
        <Button onClick={onWithdraw} aria-disabled={isBusy || undefined}>
          {t('withdraw')}
          <span className="visually-hidden"> {email}</span>
        </Button>
      </div>
    </li>
  )
}

function InviteForm({
  isBusy,
  onInvite,
}: {
  isBusy: boolean
  onInvite: (wanted: { email: string; role: CrewRole }) => Promise<boolean>
}) {
  const { t } = useTranslation('crew')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CrewRole>('viewer')
  const [isMissing, setMissing] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isGiven = /^[^\s@]+@[^\s@]+$/.test(email.trim())
    setMissing(!isGiven)
    if (isGiven && (await onInvite({ email: email.trim(), role }))) setEmail('')
  }
  return (
    <form className={layout.stack} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.pair}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
          error={isMissing ? t('emailBad') : null}
        />
        <SelectField
          label={t('role')}
          value={role}
          options={crewRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={setRole}
        />
      </div>
      <p className={text.note}>{t(`roleText.${role}`)}</p>
      <div className={layout.actions}>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t('invite')}
        </Button>
      </div>
    </form>
  )
}
