import type { DeskPerson, OperatorSession } from '@shipminer/contract/desk/people'
import { operatorRoles } from '@shipminer/contract/operator-roles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { changeRole, endSessions } from './people-queries.ts'

type Open = { kind: 'role' } | { kind: 'end'; session: string | null }

/** One operator: the role with what it may do, and every session with a way to end it. */
export function PersonCard({ person }: { person: DeskPerson }) {
  const { t } = useTranslation('desk-people')
  const { t: tErrors } = useTranslation('errors')
  const language = useLanguage()
  const [open, setOpen] = useState<Open | null>(null)
  const { name, email, role, grantedAt, sessions } = person
  const isSelf = sessions.some(({ isThis }) => isThis)
  const others = sessions.filter(({ isThis }) => !isThis)
  const headId = `person-${person.id}`
  return (
    <section className={styles.card} aria-labelledby={headId}>
      <header className={styles.head}>
        <h2 id={headId} className={styles.heading}>
          {name}
        </h2>
        {email && <span>{email}</span>}
        {isSelf && <span className={text.quiet}>{t('you')}</span>}
        <span className={text.quiet}>{t('since', { day: formatDate(language, grantedAt) })}</span>
      </header>
      <div className={styles.bar}>
        <p>
          <b>{tErrors(`role.${role}`)}</b>
          {'. '}
          {t(`may.${role}`)}
        </p>
        <Button data-row onClick={() => setOpen({ kind: 'role' })} aria-label={`${t('change')}: ${name}`}>
          {t('change')}
        </Button>
      </div>
      <div className={styles.stack}>
        <h3>{t('sessions')}</h3>
        {sessions.length === 0 && <p className={text.quiet}>{t('none')}</p>}
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            name={name}
            onEnd={() => setOpen({ kind: 'end', session: session.id })}
          />
        ))}
        {others.length > 1 && (
          <div>
            <Button kind="danger" onClick={() => setOpen({ kind: 'end', session: null })}>
              {t(isSelf ? 'endAllOthers' : 'endAll')}
            </Button>
          </div>
        )}
      </div>
      {open?.kind === 'role' && <RoleDialog person={person} onClose={() => setOpen(null)} />}
      {open?.kind === 'end' && (
        <ReasonDialog
          title={t('endOf', { name })}
          text={t('endText')}
          confirm={t(open.session === null ? (isSelf ? 'endAllOthers' : 'endAll') : 'end')}
          isDanger
          act={(reason) => endSessions(person.id, open.session, reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function SessionLine({
  session: { signedInAt, usedAt, deskUntil, isThis },
  name,
  onEnd,
}: {
  session: OperatorSession
  name: string
  onEnd: () => void
}) {
  const { t } = useTranslation('desk-people')
  const language = useLanguage()
  const words = [
    t('signedIn', { at: formatDateTime(language, signedInAt) }),
    t('used', { at: formatDateTime(language, usedAt) }),
    deskUntil === null ? t('deskClosed') : t('deskUntil', { at: formatDateTime(language, deskUntil) }),
  ]
  return (
    <div className={styles.bar}>
      <p>
        {words.join(', ')}
        {isThis && <b>{`, ${t('this')}`}</b>}
      </p>
      {!isThis && (
        <Button onClick={onEnd} aria-label={`${t('end')}: ${name}`}>
          {t('end')}
        </Button>
      )}
    </div>
  )
}

function RoleDialog({ person, onClose }: { person: DeskPerson; onClose: () => void }) {
  const { t } = useTranslation('desk-people')
  const { t: tErrors } = useTranslation('errors')
  const [role, setRole] = useState(person.role)
  return (
    <ReasonDialog
      title={t('changeOf', { name: person.name })}
      text={t('changeText')}
      confirm={t('change')}
      act={(reason) => changeRole(person.id, role, reason)}
      onClose={onClose}
    >
      <SelectField
        label={t('role')}
        hint={t(`may.${role}`)}
        value={role}
        onChange={setRole}
        options={operatorRoles.map((value) => ({ value, label: tErrors(`role.${value}`) }))}
      />
    </ReasonDialog>
  )
}
