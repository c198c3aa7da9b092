import { useTranslation } from 'react-i18next'
import { chooseSaver, useSaver } from '../../../lib/files/saver.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { Section } from './section.tsx'

/** Whether this device asks for less data; it counts at once. */
export function DataSaver() {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('saver.title')} lead={t('saver.lead')}>
      <Check checked={useSaver()} onChange={chooseSaver}>
        {t('saver.less')}
      </Check>
    </Section>
  )
}
