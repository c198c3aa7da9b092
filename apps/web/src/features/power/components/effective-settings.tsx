import type { PowerSettings } from '@shipminer/contract/power/environment'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type SettingsDifference, settingsDifferences } from '../lib/settings-form.ts'

/** The settings in force on board beside the requested ones: limits set on board win. */
export function EffectiveSettings({
  wished,
  effective,
  miners,
}: {
  wished: PowerSettings
  effective: PowerSettings | null
  miners: readonly { id: string; name: string }[]
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  if (effective === null) return <Notice>{t('settings.notYet')}</Notice>
  const differences = settingsDifferences(wished, effective)
  if (differences.length === 0) return <Notice tone="good">{t('settings.same')}</Notice>
  const write = (settings: PowerSettings, field: SettingsDifference): string => {
    if (field === 'order')
      return (
        settings.order.map((id) => miners.find((miner) => miner.id === id)?.name ?? id).join(', ') ||
        t('quiet.none')
      )
    if (field === 'quietHours')
      return settings.quietHours.map(({ from, to }) => `${from}–${to}`).join(', ') || t('quiet.none')
    const value = settings[field]
    return value === null ? t('off') : formatNumber(language, value, Number.isInteger(value) ? 0 : 1)
  }
  return (
    <Notice tone="caution" title={t('settings.differ')}>
      <ul>
        {differences.map((field) => (
          <li key={field}>
            {t('differ', {
              what: t(`field.${field}`),
              wished: write(wished, field),
              effective: write(effective, field),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
