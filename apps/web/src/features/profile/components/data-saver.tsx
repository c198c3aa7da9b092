import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../../../lib/live/live.ts'
import { savesData, writeSaver } from '../../../lib/saver.ts'
import { Check } from '../../../ui/check.tsx'
import { Section } from './section.tsx'

/** Whether this device asks for less data; it counts at once. */
export function DataSaver() {
  const { t } = useTranslation('profile')
  const [isOn, setOn] = useState(savesData)
  const choose = (next: boolean) => {
    writeSaver({ setItem: (key, value) => localStorage.setItem(key, value) }, next)
    setOn(next)
    if (live.getState().phase === 'stopped') return
    live.stop()
    live.start()
  }
  return (
    <Section title={t('saver.title')} lead={t('saver.lead')}>
      <Check checked={isOn} onChange={choose}>
        {t('saver.less')}
      </Check>
    </Section>
  )
}
