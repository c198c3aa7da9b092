import { dateFormat } from '@shipminer/i18n/formats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { fetchStatement } from '../api/revenue.ts'
import { pdfBytes, statementMonths } from '../lib/statement.ts'
import styles from './revenue.module.css'

/** The statement of a month as PDF. */
export function RevenueStatement() {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const [months] = useState(() => statementMonths(Date.now()))
  const [month, setMonth] = useState(months[1] ?? '')
  const { isBusy, message, run } = useTask()
  const name = dateFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const get = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchStatement(month)
      const bytes = pdfBytes(pdfBase64)
      if (bytes === null) throw new Error(t('statement.broken'))
      const safe = filename.replaceAll(/[^\w.-]+/g, '-')
      saveFile(safe, 'application/pdf', bytes)
      return t('statement.saved', { name: safe })
    })
  return (
    <section className={layout.section} aria-labelledby="statement-title">
      <h2 id="statement-title" className={text.title}>
        {t('statement')}
      </h2>
      <p className={text.note}>{t('statement.lead')}</p>
      <div className={styles.choices}>
        <SelectField
          label={t('statement.month')}
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: name.format(Date.parse(`${value}-15`)) }))}
        />
        <div>
          <Button onClick={() => void get()} disabled={isBusy}>
            {t(isBusy ? 'statement.getting' : 'statement.get')}
          </Button>
        </div>
      </div>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
    </section>
  )
}
