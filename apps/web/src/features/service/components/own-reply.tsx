import type { OwnerReportDetail } from '@shipminer/contract/shop/service'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { actOnReport, type OwnAct } from '../api/service.ts'
import { useOnceKey } from '../lib/use-once-key.ts'
import styles from './service.module.css'

/** What the owner can do with a report: write and close it, or open it again with words. */
export function OwnReply({ report }: { report: OwnerReportDetail }) {
  const { t } = useTranslation('service')
  const queries = useQueryClient()
  const onceKey = useOnceKey()
  const { isBusy, message, run } = useTask()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isClosed = report.state === 'closed'
  const act = async (body: OwnAct, done: string) => {
    const lastId = report.messages.at(-1)?.id
    const isDone = await run(async () => {
      await actOnReport(report.id, body, onceKey({ body, lastId }))
      announce(done)
      return done
    })
    // Also after a refusal: the desk may have been first.
    await queries.invalidateQueries({ queryKey: ['service'] })
    return isDone
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const words = text.trim()
    setMissing(words.length < 3)
    if (words.length < 3) return
    const action = isClosed ? 'reopen' : 'reply'
    if (await act({ action, text: words }, t('reply.sent'))) setText('')
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextArea
        label={t(isClosed ? 'reopen.text' : 'reply')}
        value={text}
        onChange={setText}
        error={isMissing ? t('reply.missing') : null}
        rows={5}
        maxLength={5000}
        name="reply"
      />
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t(isClosed ? 'reopen' : 'reply.send')}
        </Button>
        {!isClosed && (
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setClosing(true)}>
            {t('close')}
          </Button>
        )}
      </div>
      {isClosing && (
        <ConfirmDialog
          title={t('close.title')}
          confirm={t('close')}
          isBusy={isBusy}
          onConfirm={() => void act({ action: 'close' }, t('done')).then(() => setClosing(false))}
          onClose={() => setClosing(false)}
        >
          <p>{t('close.text')}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
