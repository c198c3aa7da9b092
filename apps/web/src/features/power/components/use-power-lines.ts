import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Names and looks of the four lines, always in this order: generator, ship, miners, allowed. */
export function usePowerLines() {
  const { t } = useTranslation('power')
  return useMemo(
    () => [
      { label: t('generatorLoad'), token: '--foam', dash: [] },
      { label: t('ship'), token: '--board', dash: [8, 4] },
      { label: t('mining'), token: '--lamp', dash: [] },
      { label: t('allowed'), token: '--idle', dash: [2, 3] },
    ],
    [t],
  )
}
