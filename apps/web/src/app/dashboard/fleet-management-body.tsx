import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { miningShipsQuery } from '../../features/control/api/mining-ships.ts'
import { AddDevice } from '../../features/control/components/add-device.tsx'
import { BulkActions } from '../../features/control/components/bulk-actions.tsx'
import { ShipAssignment } from '../../features/control/components/ship-assignment.tsx'
import { ControllerStrip } from '../../features/fleet/components/controller-strip.tsx'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import { Button } from '../../ui/button.tsx'
import layout from '../../ui/layout.module.css'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import { useReach } from '../use-reach.ts'
import styles from './fleet-management.module.css'

/** Starting and stopping everything, adding a controller or a device, which ship a controller is on, and how each controller is. */
export function FleetManagementBody({ onClaim }: { onClaim: () => void }) {
  const { t } = useTranslation('control')
  const { t: tFleet } = useTranslation('fleet')
  const client = useQueryClient()
  const reach = useReach()
  const all = useFleet((state) => state.controllers)
  const miners = useFleet((state) => state.miners)
  const isLarge = useFleet((state) => state.part !== null)
  const controllers = all.filter(({ id }) => reach.isOwn(id))
  const acted = all.filter(({ id }) => reach.mayAct(id))
  const minerCount = [...miners.values()].filter(({ controllerId }) => reach.isOwn(controllerId)).length
  const { data: ships = [] } = useQuery(miningShipsQuery)
  const { withFreshSession, dialog } = useFreshSession()
  const [isAdding, setAdding] = useState(false)
  const refresh = () => void client.invalidateQueries({ queryKey: ['fleet'] })
  return (
    <>
      <div className={styles.body}>
        {minerCount > 0 && !isLarge && (
          <BulkActions scope={{}} minerCount={minerCount} withProof={withFreshSession} />
        )}
        <div className={layout.actions}>
          <Button onClick={onClaim}>{tFleet('claimNew')}</Button>
          <Button onClick={() => setAdding(true)} disabled={acted.length === 0}>
            {t('add')}
          </Button>
        </div>
        <ControllerStrip />
        <ShipAssignment
          key={ships.length}
          controllers={controllers}
          ships={ships.filter(({ shared }) => !shared)}
          onChanged={refresh}
          withProof={withFreshSession}
        />
      </div>
      {isAdding && <AddDevice controllers={acted} onAdded={refresh} onClose={() => setAdding(false)} />}
      {dialog}
    </>
  )
}
