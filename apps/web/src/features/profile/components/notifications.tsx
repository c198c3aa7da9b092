import type { Profile, ProfileChange } from '@shipminer/contract/account/profile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { updateProfile } from '../api/profile.ts'
import { Section } from './section.tsx'

/** What is mailed; each choice is saved at once. */
export function Notifications({
  profile,
  onChange,
}: {
  profile: Profile
  onChange: (profile: Profile) => void
}) {
  const { t } = useTranslation('profile')
  const { isBusy, message, run } = useTask(t('updateFailed'))
  /** Choices on their way to the server, shown at once; removed when it has answered, whatever the answer. */
  const [wanted, setWanted] = useState<Partial<Record<string, boolean>>>({})
  const choose = async (name: string, isOn: boolean, body: ProfileChange) => {
    setWanted((before) => ({ ...before, [name]: isOn }))
    await run(async () => {
      onChange(await updateProfile(body))
      return t('updated')
    })
    setWanted(({ [name]: _, ...others }) => others)
  }
  const rows = [
    {
      name: 'alerts',
      checked: profile.notifications.emailAlerts,
      change: (emailAlerts: boolean): ProfileChange => ({ notifications: { emailAlerts } }),
    },
    {
      name: 'statements',
      checked: profile.notifications.emailStatements,
      change: (emailStatements: boolean): ProfileChange => ({ notifications: { emailStatements } }),
    },
    {
      name: 'newsletter',
      checked: profile.newsletter,
      change: (newsletter: boolean): ProfileChange => ({ newsletter }),
    },
  ] as const
  return (
    <Section title={t('notifications.title')} lead={t('notifications.lead')}>
      {rows.map(({ name, checked, change }) => (
        <Check
          key={name}
          checked={wanted[name] ?? checked}
          onChange={(isOn) => choose(name, isOn, change(isOn))}
        >
          {t(`notifications.${name}`)}
        </Check>
      ))}
      <div role="status" className={text.quiet}>
        {isBusy ? t('updating') : message?.tone === 'good' ? message.text : ''}
      </div>
      {message?.tone === 'error' && <Notice tone="error">{message.text}</Notice>}
    </Section>
  )
}
