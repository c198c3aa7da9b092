import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { acceptInvitation, type Invitation, readInvitation } from '../api/crew.ts'
import styles from './crew.module.css'

type Shown =
  | { kind: 'busy' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'ready'; invitation: Invitation }
  | { kind: 'joined'; shipId: string }

/** What an invitation is for, and the press that accepts it; anyone who is not signed in has to do that first. */
export function InvitationCard({
  token,
  signedInAs,
  connect,
  onJoined,
}: {
  token: string
  /** Their e-mail address, or their name; null while nobody is. */
  signedInAs: string | null
  connect: ReactNode
  onJoined: () => void
}) {
  const { t } = useTranslation('crew')
  const language = useLanguage()
  const [shown, setShown] = useState<Shown>({ kind: 'busy' })
  const asked = useRef('')
  const { isBusy, message, run } = useTask()
  useEffect(() => {
    if (asked.current === token) return
    asked.current = token
    readInvitation(token).then(
      (invitation) => setShown({ kind: 'ready', invitation }),
      (error: unknown) => setShown({ kind: 'failed', error }),
    )
  }, [token])
  const join = () =>
    run(async () => {
      const { shipId } = await acceptInvitation(token)
      onJoined()
      setShown({ kind: 'joined', shipId })
      return null
    })
  if (shown.kind === 'busy') return <Loading />
  if (shown.kind === 'failed')
    return (
      <Notice tone="error">
        <FailureText error={shown.error} />
      </Notice>
    )
  if (shown.kind === 'joined')
    return (
      <div className={styles.invitation}>
        <Notice tone="good">{t('invitation.joined')}</Notice>
        <ButtonLink kind="main" to={paths.ship(shown.shipId)}>
          {t('invitation.open')}
        </ButtonLink>
      </div>
    )
  const { ship, owner, role, email, expiresAt } = shown.invitation
  return (
    <div className={styles.invitation}>
      <p className={text.strong}>{t('invitation.body', { owner, ship, role: t(`role.${role}`) })}</p>
      <p>{t(`roleText.${role}`)}</p>
      <p className={text.quiet}>{t('invitation.for', { email, date: formatDate(language, expiresAt) })}</p>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {signedInAs === null ? (
        <>
          <p>{t('invitation.signIn', { email })}</p>
          {connect}
        </>
      ) : (
        <>
          <p>{t('invitation.as', { who: signedInAs })}</p>
          <Button kind="main" onClick={() => void join()} aria-disabled={isBusy || undefined}>
            {t('invitation.accept')}
          </Button>
        </>
      )}
    </div>
  )
}
