import type { MailAside } from '@shipminer/contract/desk/mails'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Fold } from '../../../ui/panels/fold.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { useMailTroubleWords } from './use-mail-trouble-words.ts'

/** E-mails that somebody let rest, with who, when and why; nothing while there are none. `retry` null: not for who looks. */
export function MailsAside({
  mails,
  retry,
}: {
  mails: readonly MailAside[]
  retry: ((id: string) => void) | null
}) {
  const { t } = useTranslation('desk-mails')
  const language = useLanguage()
  const words = useMailTroubleWords()
  if (mails.length === 0) return null
  return (
    <Fold id="mails-aside" title={t('aside.title')} standing={t('aside.count', { count: mails.length })}>
      <ul className={styles.list}>
        {mails.map(({ id, subject, recipient, lastError, setAsideAt, operator, reason }) => (
          <li key={id} className={styles.row}>
            <div>
              <strong>{subject}</strong>
              <div className={text.small}>{recipient ?? t('provider')}</div>
            </div>
            <div>{lastError === null ? t('unknown') : words(lastError)}</div>
            <div>{t('aside.by', { name: operator, at: formatDateTime(language, setAsideAt), reason })}</div>
            {retry && (
              <Button onClick={() => retry(id)} aria-label={`${t('retry')}: ${subject}`}>
                {t('retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mails.length >= 200 && <p className={text.small}>{t('more')}</p>}
    </Fold>
  )
}
