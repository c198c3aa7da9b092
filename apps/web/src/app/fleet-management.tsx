import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../config/paths.ts'
import { miningShipsQuery } from '../features/control/api/ships.ts'
import { AddDevice } from '../features/control/components/add-device.tsx'
import { BulkActions } from '../features/control/components/bulk-actions.tsx'
import { ShipAssignment } from '../features/control/components/ship-assignment.tsx'
import { useFleet } from '../features/fleet/components/fleet-context.tsx'
import { ReportFaultLink } from '../features/service/components/report-fault-link.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { HashRate } from '../ui/values/hash-rate.tsx'
import { Power } from '../ui/values/power.tsx'
import styles from './fleet-management.module.css'
import { useFreshSession } from './use-fresh-session.tsx'

/** The ships, each with links to its miners and its power. Nothing while there are none. */
export function FleetShips() {
  const { t } = useTranslation('fleet')
  const { t: tPower } = useTranslation('power')
  const { data = [] } = useQuery(miningShipsQuery)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="ships-title">
      <h2 id="ships-title" className={styles.title}>
        {t('ships.title')}
      </h2>
      <ul className={styles.ships}>
        {data.map((ship) => (
          <li key={ship.id}>
            <h3>
              <Link to={paths.ship(ship.id)}>{ship.name}</Link>
            </h3>
            <p>
              {ship.controllers.length === 0
                ? t('ships.noController')
                : t('ships.online', { online: ship.onlineMiners, total: ship.minerCount })}
            </p>
            {ship.controllers.length > 0 && (
              <p>
                <HashRate hashrateThs={ship.hashrateThs} dense />,{' '}
                <Power powerWatts={ship.powerWatts} dense />
              </p>
            )}
            {ship.follower !== null && <p>{tPower(`state.${ship.follower}`)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Starting and stopping everything, adding a device, and which ship a controller is on. */
export function FleetManagement() {
  const { t } = useTranslation('control')
  const client = useQueryClient()
  const controllers = useFleet((state) => state.controllers)
  const minerCount = useFleet((state) => state.ids.length)
  const { data: ships = [] } = useQuery(miningShipsQuery)
  const { withFreshSession, dialog } = useFreshSession()
  const [isAdding, setAdding] = useState(false)
  const refresh = () => void client.invalidateQueries({ queryKey: ['fleet'] })
  return (
    <>
      <ReportFaultLink />
      <details className={styles.manage}>
        <summary>{t('manage.title')}</summary>
        <div className={styles.body}>
          <BulkActions scope={{}} minerCount={minerCount} withProof={withFreshSession} />
          <div>
            <Button onClick={() => setAdding(true)} disabled={controllers.length === 0}>
              {t('add')}
            </Button>
          </div>
          <ShipAssignment key={ships.length} controllers={controllers} ships={ships} onChanged={refresh} />
        </div>
        {isAdding && (
          <AddDevice controllers={controllers} onAdded={refresh} onClose={() => setAdding(false)} />
        )}
        {dialog}
      </details>
    </>
  )
}
