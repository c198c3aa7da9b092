import type { Profile } from '@shipminer/contract/account/profile'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Value } from '../../../ui/values/value.tsx'
import { resendVerification } from '../api/account.ts'
import styles from './profile.module.css'

/** The e-mail address, whether it is verified, and what is waiting for an answer. */
export function EmailState({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const { isBusy, message, run } = useTask()
  const { user, emailVerified, pendingEmail } = profile
  const isWaiting = pendingEmail !== null || (user.email !== null && !emailVerified)
  const resend = () => run(async () => t('email.sent', { email: await resendVerification() }))
  return (
    <div className={`${layout.column} ${styles.stack}`}>
      <div className={styles.line}>
        <Value of={user.email}>{(known) => known}</Value>
        {user.email && (
          <StatusBadge
            status={emailVerified ? 'online' : 'attention'}
            label={t(emailVerified ? 'email.verified' : 'email.unverified')}
          />
        )}
      </div>
      {pendingEmail && pendingEmail !== user.email && (
        <p className={text.quiet}>{t('email.pending', { email: pendingEmail })}</p>
      )}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {isWaiting && (
        <div>
          <Button onClick={resend} disabled={isBusy}>
            {t('email.resend')}
          </Button>
        </div>
      )}
    </div>
  )
}
