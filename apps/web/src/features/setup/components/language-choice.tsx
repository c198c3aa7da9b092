import { type Language, languageNames, languages } from '@shipminer/i18n/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../../../lib/i18n/change-language.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Flag } from '../../../ui/flag.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import styles from './setup.module.css'

/** The four languages; choosing one switches the whole site to it without leaving the page. */
export function LanguageChoice({ label }: { label: string }) {
  const { i18n, t } = useTranslation('setup')
  const present = useLanguage()
  const [wanted, setWanted] = useState<Language | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const choose = async (language: Language) => {
    setWanted(language)
    setFailed(false)
    const isChanged = await changeLanguage(i18n, language).catch(() => false)
    setFailed(!isChanged)
    setWanted(null)
  }

  return (
    <>
      <fieldset className={styles.languages}>
        <legend className="visually-hidden">{label}</legend>
        {languages.map((language) => (
          <label key={language} className={styles.language} lang={language}>
            <input
              type="radio"
              name="language"
              value={language}
              checked={language === (wanted ?? present)}
              onChange={() => choose(language)}
            />
            <Flag language={language} />
            {languageNames[language]}
          </label>
        ))}
      </fieldset>
      {hasFailed && <Notice tone="error">{t('languageFailed')}</Notice>}
    </>
  )
}
