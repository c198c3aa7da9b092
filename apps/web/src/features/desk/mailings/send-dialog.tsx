import type { MailingDraft } from '@shipminer/contract/desk/mailings'
import { languageNames } from '@shipminer/i18n/languages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Fold } from '../../../ui/panels/fold.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { previewQuery, sendMailing } from './mailing-queries.ts'

/** How many get a message, what it says in each of their languages, and the press that sends it. Render it only while it is open. */
export function SendDialog({
  title,
  draft,
  onSent,
  onClose,
}: {
  title: string
  draft: MailingDraft
  onSent: (recipients: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-mailings')
  const { t: desk } = useTranslation('desk')
  const language = useLanguage()
  const queries = useQueryClient()
  const found = useQuery(previewQuery(draft))
  const key = useRef(crypto.randomUUID())
  const { isBusy, message, run } = useTask()
  const preview = found.data
  const send = () =>
    run(async () => {
      const { recipients } = await sendMailing(draft, key.current)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      announce(t('begun', { count: recipients }))
      onSent(recipients)
      return null
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.stack}>
        {!preview && <NothingYet query={found} />}
        {preview && (
          <>
            <p className={text.strong}>{t('reaches', { count: preview.total })}</p>
            {preview.counts.length > 0 && (
              <p className={text.small}>
                {preview.counts
                  .map(
                    ({ language: own, people }) => `${languageNames[own]} ${formatNumber(language, people)}`,
                  )
                  .join(' · ')}
              </p>
            )}
            {preview.withheld > 0 && (
              <p className={text.small}>{t('withheld', { count: preview.withheld })}</p>
            )}
            {preview.mails.map((mail, index) => (
              <Fold
                key={mail.language}
                id={`mailing-${mail.language}`}
                title={languageNames[mail.language]}
                standing={mail.subject}
                startsOpen={index === 0}
              >
                <p className={text.lines} lang={mail.language}>
                  {mail.text}
                </p>
              </Fold>
            ))}
          </>
        )}
        <TaskNotice message={message} />
        <div className={layout.actions}>
          {preview && preview.total > 0 && (
            <Button kind="main" onClick={() => void send()} aria-disabled={isBusy || undefined}>
              {t('send', { count: preview.total })}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {desk('keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
