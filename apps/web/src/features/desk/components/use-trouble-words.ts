import { classifyTrouble } from '@shipminer/domain/trouble'
import { useTranslation } from 'react-i18next'

/** What went wrong outside in the reader's language, and between quotation marks what was said, whose language is not ours. */
export function useTroubleWords(): (said: string) => string {
  const { t } = useTranslation('desk-trouble')
  return (said) => {
    const words = t(classifyTrouble(said))
    return said.trim() === '' ? words : t('said', { words, said })
  }
}
