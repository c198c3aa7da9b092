import type { ControlAction } from '@shipminer/contract/control'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../../lib/use-media.ts'
import { Button } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/panels/menu.tsx'
import type { SettingAction } from '../many-setting.tsx'
import styles from '../selection-bar.module.css'

/** What can be done to several miners at once, the most used first. */
export const presses = [
  'stop',
  'start',
  'sleep',
  'wake',
  'reboot',
] as const satisfies readonly ControlAction[]
/** Those that a narrow screen has room for beside the menu. */
const inReach = 2

/** What can be done to a choice of miners: one row, on a narrow screen with the rest in a menu. */
export function BarActions<Setting extends SettingAction>({
  isDisabled,
  settings,
  onPress,
  onFill,
  onDescribe,
}: {
  isDisabled: boolean
  settings: readonly Setting[]
  onPress: (action: (typeof presses)[number]) => void
  onFill: (action: Setting) => void
  onDescribe: () => void
}) {
  const { t } = useTranslation('overview')
  const isNarrow = useMedia('(max-width: 1180px)')
  const press = (action: (typeof presses)[number]) => (
    <Button key={action} disabled={isDisabled} onClick={() => onPress(action)}>
      {t(`select.${action}`)}
    </Button>
  )
  const rest = (
    <>
      {presses.slice(inReach).map(press)}
      {settings.map((action) => (
        <Button key={action} disabled={isDisabled} onClick={() => onFill(action)}>
          {t(`select.${action as SettingAction}`)}
        </Button>
      ))}
      <Button disabled={isDisabled} onClick={onDescribe}>
        {t('select.details')}
      </Button>
    </>
  )
  return (
    <div className={styles.actions}>
      {presses.slice(0, inReach).map(press)}
      {isNarrow ? (
        <Menu label={t('select.bar')} trigger={t('select.more')}>
          {rest}
        </Menu>
      ) : (
        rest
      )}
    </div>
  )
}
