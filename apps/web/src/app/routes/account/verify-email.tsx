import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { verifyEmail } from '../../../features/setup/api/mail-links.ts'
import { takeToken } from '../../../features/setup/lib/take-token.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './mail-link.module.css'

type Outcome =
  | { kind: 'busy' }
  | { kind: 'no-token' }
  | { kind: 'done'; email: string }
  | { kind: 'failed'; error: unknown }

/** Where the link of a verification mail leads. */
export function VerifyEmailPage() {
  const { t } = useTranslation('setup')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'busy' })
  const isStarted = useRef(false)
  useEffect(() => {
    // A token works once; a second run of this effect must not spend it.
    if (isStarted.current) return
    isStarted.current = true
    const token = takeToken()
    if (!token) {
      setOutcome({ kind: 'no-token' })
      return
    }
    verifyEmail(token).then(
      (email) => setOutcome({ kind: 'done', email }),
      (error: unknown) => setOutcome({ kind: 'failed', error }),
    )
  }, [])
  return (
    <div className="wrap">
      <div className={styles.page}>
        <h1 className={text.pageTitle}>{t('verify.title')}</h1>
        {outcome.kind === 'busy' && (
          <>
            <Loading inline />
            <p>{t('verify.busy')}</p>
          </>
        )}
        {outcome.kind === 'no-token' && <Notice tone="caution">{t('verify.noToken')}</Notice>}
        {outcome.kind === 'done' && <Notice tone="good">{t('verify.done', { email: outcome.email })}</Notice>}
        {outcome.kind === 'failed' && (
          <Notice tone="error">
            <FailureText error={outcome.error} />
          </Notice>
        )}
        {outcome.kind !== 'busy' && (
          <div>
            <ButtonLink to={paths.profile}>{t('verify.profile')}</ButtonLink>
          </div>
        )}
      </div>
    </div>
  )
}
