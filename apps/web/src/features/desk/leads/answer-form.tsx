import type { Lead } from '@shipminer/contract/desk'
import { languageNames } from '@shipminer/i18n/languages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import textStyles from '../../../ui/text.module.css'
import { actOnLead } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { loadAnswerTemplate } from '../lib/leads/lead-answer.ts'

/** An answer by mail, started from a template in the sender's language. */
export function AnswerForm({ lead }: { lead: Lead }) {
  const { t, i18n } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const canCalculate = lead.fittingProducts.length > 0
  const [withCalculation, setWithCalculation] = useState(canCalculate)
  const isEmpty = subject.trim() === '' && text.trim() === ''
  const fill = () =>
    run(async () => {
      const template = await loadAnswerTemplate(i18n, lead)
      setSubject(template.subject)
      setText(template.text)
      return null
    })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (subject.trim() === '' || text.trim() === '') {
      setMessage({ tone: 'error', text: t('leads.textMissing') })
      return
    }
    await run(async () => {
      await actOnLead(lead.id, {
        action: 'answer',
        subject: subject.trim(),
        text: text.trim(),
        ...(canCalculate && { withCalculation }),
      })
      setSubject('')
      setText('')
      announce(t('leads.sent'))
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('leads.sent')
    })
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h2 className={textStyles.sub}>{t('leads.answer')}</h2>
      <p className={textStyles.small}>{t('leads.answerHint', { language: languageNames[lead.language] })}</p>
      {isEmpty && (
        <div>
          <Button onClick={() => void fill()} aria-disabled={isBusy || undefined}>
            {t('leads.template')}
          </Button>
        </div>
      )}
      <TextField
        label={t('leads.subject')}
        value={subject}
        onChange={setSubject}
        maxLength={200}
        lang={lead.language}
        autoComplete="off"
      />
      <TextArea
        label={t('leads.text')}
        value={text}
        onChange={setText}
        rows={10}
        maxLength={5000}
        lang={lead.language}
      />
      {canCalculate && (
        <Check checked={withCalculation} onChange={setWithCalculation}>
          {t('leads.withCalculation', { box: lead.fittingProducts[0] ?? '' })}
        </Check>
      )}
      <TaskNotice message={message} />
      <div>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t('leads.send')}
        </Button>
      </div>
    </form>
  )
}
