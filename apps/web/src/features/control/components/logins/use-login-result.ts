import type { Command } from '@shipminer/contract/control'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../lib/format/format.ts'
import { useLanguage } from '../../../../lib/i18n/use-language.ts'
import type { NoticeTone } from '../../../../ui/signs/notice.tsx'
import { loginResult } from '../../lib/login-result.ts'

/** What became of a login that was sent or removed, in words. */
export function useLoginResult(): (command: Command) => { text: string; tone: NoticeTone } {
  const { t } = useTranslation('control')
  const language = useLanguage()
  return (command) => {
    const { key, tone } = loginResult(command)
    return {
      text: t(`logins.result.${key}` as 'logins.result.queued', {
        time: formatTime(language, command.expiresAt),
      }),
      tone,
    }
  }
}
