import { useTranslation } from 'react-i18next'
import { chooseSaver, useSaver } from '../lib/files/saver.ts'
import { Check } from './forms/check.tsx'

/** The switch of a menu: this device asks for less data. */
export function SaverSwitch() {
  const { t } = useTranslation()
  return (
    <Check checked={useSaver()} onChange={chooseSaver}>
      {t('saver.on')}
    </Check>
  )
}
