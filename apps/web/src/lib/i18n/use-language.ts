import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import { useTranslation } from 'react-i18next'
import { useShownZone } from '../format/use-shown-zone.ts'

/** The language of the page. Who asks is drawn again when times are shown in another zone. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  // A component that writes in a language writes times, too.
  useShownZone()
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage
}
