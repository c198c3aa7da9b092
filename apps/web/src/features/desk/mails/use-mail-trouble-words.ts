import { useTranslation } from 'react-i18next'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { mailTrouble } from './mail-trouble.ts'

/** Why a mail did not go, in the reader's language, and what was said. */
export function useMailTroubleWords(): (said: string) => string {
  const { t } = useTranslation('desk-mails')
  const { t: tTrouble } = useTranslation('desk-trouble')
  const otherWords = useTroubleWords()
  return (said) => {
    const trouble = mailTrouble(said)
    return trouble === null ? otherWords(said) : tTrouble('said', { words: t(`trouble.${trouble}`), said })
  }
}
