import type { deskMailingEndpoints, MailingDraft } from '@shipminer/contract/desk/mailings'
import { languageNames } from '@shipminer/i18n/languages'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../../lib/api/api-client.ts'
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
import { continueMailing, leftQuery, previewQuery, sendMailing } from './mailing-queries.ts'

type Preview = CallData<typeof deskMailingEndpoints.deskMailingPreview>

/** How many get a new message, what it says in each of their languages, and the press that sends it. Render it only while it is open. */
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
  const found = useQuery(previewQuery(draft))
  const key = useRef(crypto.randomUUID())
  return (
    <PreviewDialog
      title={title}
      found={found}
      reaches={(count) => t('reaches', { count })}
      withheld={(count) => t('withheld', { count })}
      send={() => sendMailing(draft, key.current)}
      onSent={onSent}
      onClose={onClose}
    />
  )
}

/** How many are left of a stopped message, and the press that lets it go on for them. Render it only while it is open. */
export function ContinueDialog({
  id,
  onSent,
  onClose,
}: {
  id: string
  onSent: (recipients: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-mailings')
  const found = useQuery(leftQuery(id))
  return (
    <PreviewDialog
      title={t('continue.title')}
      lead={t('continue.lead')}
      found={found}
      reaches={(count) => (count === 0 ? t('continue.none') : t('reaches', { count }))}
      withheld={(count) => t('continue.gone', { count })}
      send={() => continueMailing(id)}
      onSent={onSent}
      onClose={onClose}
    />
  )
}

function PreviewDialog({
  title,
  lead = null,
  found,
  reaches,
  withheld,
  send,
  onSent,
  onClose,
}: {
  title: string
  lead?: string | null
  found: UseQueryResult<Preview>
  reaches: (people: number) => string
  withheld: (people: number) => string
  send: () => Promise<{ recipients: number }>
  onSent: (recipients: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-mailings')
  const { t: desk } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const preview = found.data
  const press = () =>
    run(async () => {
      const { recipients } = await send()
      await queries.invalidateQueries({ queryKey: ['desk'] })
      announce(t('begun', { count: recipients }))
      onSent(recipients)
      return null
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.stack}>
        {lead !== null && <p>{lead}</p>}
        {!preview && <NothingYet query={found} />}
        {preview && (
          <>
            <p className={text.strong}>{reaches(preview.total)}</p>
            <Counts counts={preview.counts} />
            {preview.withheld > 0 && <p className={text.small}>{withheld(preview.withheld)}</p>}
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
            <Button kind="main" onClick={() => void press()} aria-disabled={isBusy || undefined}>
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

/** How many read each language. */
function Counts({ counts }: { counts: Preview['counts'] }) {
  const language = useLanguage()
  if (counts.length === 0) return null
  return (
    <p className={text.small}>
      {counts
        .map(({ language: own, people }) => `${languageNames[own]} ${formatNumber(language, people)}`)
        .join(' · ')}
    </p>
  )
}
