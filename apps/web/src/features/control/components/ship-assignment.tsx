import type { MiningShip } from '@shipminer/contract/power/environment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { assignController } from '../api/mining-ships.ts'
import styles from './control.module.css'
import { MakeLogins } from './logins/logins.tsx'

/** Which ship each controller is on, what it is called, and its logins of miners. */
export function ShipAssignment({
  controllers,
  ships,
  onChanged,
  withProof,
}: {
  controllers: readonly { id: string; name: string }[]
  ships: readonly MiningShip[]
  onChanged: () => void
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  return (
    <div className={layout.section}>
      <h3 className={text.sub}>{t('manage.controllers')}</h3>
      {ships.length === 0 && (
        <Notice actions={<ButtonLink to={paths.profile}>{t('ship.toProfile')}</ButtonLink>}>
          {t('ship.noShips')}
        </Notice>
      )}
      {controllers.map((controller) => (
        <Assignment
          key={controller.id}
          controller={controller}
          ships={ships}
          onChanged={onChanged}
          withProof={withProof}
        />
      ))}
    </div>
  )
}

function Assignment({
  controller,
  ships,
  onChanged,
  withProof,
}: {
  controller: { id: string; name: string }
  ships: readonly MiningShip[]
  onChanged: () => void
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  const present = ships.find((ship) => ship.controllers.some(({ id }) => id === controller.id))?.id ?? ''
  const [name, setName] = useState(controller.name)
  const [shipId, setShipId] = useState(present)
  const { isBusy, message, run } = useTask()
  const isChanged = shipId !== present || (name.trim() !== controller.name && name.trim() !== '')
  const save = () =>
    run(async () => {
      await assignController(controller.id, {
        ...(shipId === present ? {} : { shipId: shipId || null }),
        ...(name.trim() === controller.name || name.trim() === '' ? {} : { name: name.trim() }),
      })
      onChanged()
      return t('ship.saved')
    })
  return (
    <div className={styles.pool}>
      <div className={styles.settings}>
        <TextField label={t('ship.name')} maxLength={80} autoComplete="off" value={name} onChange={setName} />
        <SelectField
          label={t('ship.assign', { name: controller.name })}
          value={shipId}
          onChange={setShipId}
          options={[
            { value: '', label: t('ship.none') },
            ...ships.map(({ id, name: shipName }) => ({ value: id, label: shipName })),
          ]}
        />
      </div>
      <div className={layout.actions}>
        <Button onClick={() => void save()} disabled={isBusy || !isChanged}>
          {t('details.save')}
        </Button>
      </div>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <MakeLogins controllerId={controller.id} withProof={withProof} />
    </div>
  )
}
