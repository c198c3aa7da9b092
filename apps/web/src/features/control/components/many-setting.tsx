import type { ControlParameters } from '@shipminer/contract/control'
import type { PoolTemplate } from '@shipminer/contract/control/pool-templates'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { PoolEditor } from './pools/pool-editor.tsx'
import { LimitForm, ModeForm } from './power-choices.tsx'

export type SettingAction = 'set-power-limit' | 'set-power-mode' | 'set-pools'

/** The modes that have a name here; a device that has others is set on its own page. */
const modes = ['low', 'normal', 'high'] as const

/** What is to be set on several miners. What one of them cannot do it says itself. */
export function ManySetting({
  action,
  count,
  withProof,
  onFilled,
  onTemplate,
  onClose,
}: {
  action: SettingAction
  count: number
  withProof: WithProof
  onFilled: (parameters: ControlParameters) => void
  onTemplate: (template: PoolTemplate) => void
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  return (
    <Dialog title={`${tControl(`action.${action}`)}: ${t('select.count', { count })}`} onClose={onClose}>
      <div className={layout.section}>
        <p>{t('select.each')}</p>
        {action === 'set-power-limit' && (
          <LimitForm
            range={{ minWatts: null, maxWatts: null }}
            isBusy={false}
            onLimit={(powerLimitWatts) => onFilled({ powerLimitWatts })}
          />
        )}
        {action === 'set-power-mode' && (
          <ModeForm modes={modes} isBusy={false} onMode={(powerMode) => onFilled({ powerMode })} />
        )}
        {action === 'set-pools' && (
          <PoolEditor
            pools={[]}
            facts={null}
            withProof={withProof}
            onSubmit={(pools) => onFilled({ pools })}
            onTemplate={onTemplate}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
