import type { DeskReportDetail } from '@shipminer/contract/shop/service'
import { languageNames } from '@shipminer/i18n/languages'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { loadAnswerTemplate } from '../lib/report-answer.ts'
import { useDeskAct } from '../lib/use-desk-act.ts'
import styles from './service.module.css'

/** An answer to the owner, begun with a template in their language. What was typed stays when someone else was first. */
export function DeskAnswer({ report }: { report: DeskReportDetail }) {
  const { t, i18n } = useTranslation('service')
  const { isBusy, message, act } = useDeskAct(report)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const fill = () => void loadAnswerTemplate(i18n, report).then(setText)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const words = text.trim()
    setMissing(words.length < 3)
    if (words.length < 3) return
    if (await act({ action: 'answer', text: words }, t('desk.sent'))) setText('')
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h2 className={textStyles.plainSub}>{t('desk.answer')}</h2>
      <p className={textStyles.small}>{t('desk.answerHint', { language: languageNames[report.language] })}</p>
      {text.trim() === '' && (
        <div>
          <Button onClick={fill}>{t('desk.template')}</Button>
        </div>
      )}
      <TextArea
        label={t('desk.text')}
        value={text}
        onChange={setText}
        error={isMissing ? t('reply.missing') : null}
        rows={8}
        maxLength={5000}
        lang={report.language}
        name="answer"
      />
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t('desk.send')}
        </Button>
      </div>
    </form>
  )
}
