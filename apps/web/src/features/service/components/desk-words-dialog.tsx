import { type DeskOutcome, DeskOutcomeSchema, type DeskReportDetail } from '@shipminer/contract/shop/service'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { useDeskAct } from '../lib/use-desk-act.ts'
import styles from './service.module.css'

/** A note of the desk, or the end of a report with its outcome and words for the owner. Render it only while it is open. */
export function DeskWordsDialog({
  report,
  action,
  onClose,
}: {
  report: DeskReportDetail
  action: 'note' | 'close'
  onClose: () => void
}) {
  const { t } = useTranslation('service')
  const { isBusy, message, act } = useDeskAct(report)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<DeskOutcome>('solved-remotely')
  const [isMissing, setMissing] = useState(false)
  const isClosing = action === 'close'
  const title = t(isClosing ? 'desk.close' : 'desk.note')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const words = text.trim()
    setMissing(words.length < 3)
    if (words.length < 3) return
    const change = isClosing ? { action, text: words, outcome } : { action, text: words }
    if (await act(change, t('done'))) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <p>{t(isClosing ? 'desk.closeText' : 'desk.noteHint')}</p>
        {isClosing && (
          <SelectField
            label={t('outcome')}
            value={outcome}
            onChange={setOutcome}
            options={DeskOutcomeSchema.options.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          />
        )}
        <TextArea
          label={t(isClosing ? 'desk.closeWords' : 'desk.text')}
          value={text}
          onChange={setText}
          error={isMissing ? t('reply.missing') : null}
          rows={5}
          maxLength={5000}
          {...(isClosing ? { lang: report.language } : {})}
          name="words"
        />
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <div className={layout.actions}>
          <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
            {isClosing ? t('desk.close') : t('desk.noteSave')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
