import type { MailingDraft } from '@shipminer/contract/desk/mailings'
import { type Language, languageNames, languages } from '@shipminer/i18n/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { findUnfinished, type Letter, type Letters, lettersToSend } from './letters.ts'
import { SendDialog } from './send-dialog.tsx'

const nothing: Letter = { subject: '', text: '' }

/** A newsletter, written language by language, looked at and sent. */
export function WriteNewsletter() {
  const { t } = useTranslation('desk-mailings')
  const [letters, setLetters] = useState<Letters>({})
  const [shown, setShown] = useState<Language>('nl')
  const [draft, setDraft] = useState<MailingDraft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const letter = letters[shown] ?? nothing
  const change = (part: Partial<Letter>) => setLetters({ ...letters, [shown]: { ...letter, ...part } })
  const look = () => {
    const half = findUnfinished(letters)
    const texts = lettersToSend(letters)
    setSent(null)
    if (half !== null) return setProblem(t('write.half', { language: languageNames[half] }))
    if (texts === null) return setProblem(t('write.nothing'))
    setProblem(null)
    setDraft({ audience: 'newsletter', texts })
  }
  return (
    <section className={styles.section} aria-labelledby="desk-write">
      <h2 id="desk-write" className={text.sub}>
        {t('write.title')}
      </h2>
      <p className={text.small}>{t('write.lead')}</p>
      <SelectField
        label={t('write.language')}
        value={shown}
        onChange={(value) => setShown(languages.find((one) => one === value) ?? shown)}
        options={languages.map((value) => ({
          value: value as string,
          label: `${languageNames[value]}${lettersToSend({ [value]: letters[value] }) ? ' ✓' : ''}`,
        }))}
      />
      <TextField
        key={`${shown}-subject`}
        label={t('write.subject')}
        value={letter.subject}
        onChange={(subject) => change({ subject })}
        maxLength={150}
        lang={shown}
        autoComplete="off"
      />
      <TextArea
        key={`${shown}-text`}
        label={t('write.text')}
        hint={t('write.textHint')}
        value={letter.text}
        onChange={(value) => change({ text: value })}
        rows={10}
        maxLength={10_000}
        lang={shown}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {sent !== null && <Notice tone="good">{t('begun', { count: sent })}</Notice>}
      <div>
        <Button aria-haspopup="dialog" onClick={look}>
          {t('write.look')}
        </Button>
      </div>
      {draft && (
        <SendDialog
          title={t('write.title')}
          draft={draft}
          onSent={(recipients) => {
            setSent(recipients)
            setLetters({})
            setDraft(null)
          }}
          onClose={() => setDraft(null)}
        />
      )}
    </section>
  )
}
