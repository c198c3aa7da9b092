import type { Profile } from '@shipminer/contract/account/profile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { updateProfile } from '../api/profile.ts'
import { Section } from './section.tsx'

/** Whether the provider may act on one's miners; it counts at once, and when it was said is shown. */
export function ProviderConsent({
  profile,
  onChange,
}: {
  profile: Profile
  onChange: (profile: Profile) => void
}) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const { isBusy, message, run } = useTask(t('updateFailed'))
  const said = profile.providerConsent
  /** On its way to the server, shown at once. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const choose = async (providerConsent: boolean) => {
    setWanted(providerConsent)
    await run(async () => {
      onChange(await updateProfile({ providerConsent }))
      return t('updated')
    })
    setWanted(null)
  }
  return (
    <Section title={t('provider.title')} lead={t('provider.lead')}>
      <Check checked={wanted ?? said?.given ?? false} onChange={(isOn) => !isBusy && void choose(isOn)}>
        {t('provider.allow')}
      </Check>
      <p className={text.quiet}>{t('provider.above')}</p>
      {said && (
        <p className={text.quiet}>
          {t(said.given ? 'provider.since' : 'provider.ended', { at: formatDateTime(language, said.at) })}
        </p>
      )}
      <div role="status" className={text.quiet}>
        {isBusy ? t('updating') : message?.tone === 'good' ? message.text : ''}
      </div>
      {message?.tone === 'error' && (
        <Notice tone="caution">
          <p>{message.text}</p>
        </Notice>
      )}
    </Section>
  )
}
