import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { MinerAlerts } from '../../features/alerts/components/miner-alerts.tsx'
import { ControlPanel } from '../../features/control/components/control-panel.tsx'
import { DeviceDetails } from '../../features/control/components/device-details.tsx'
import { MinerLogin } from '../../features/control/components/logins/logins.tsx'
import type { MinerPlace } from '../../features/control/lib/worker-facts.ts'
import { ReportFaultLink } from '../../features/service/components/report-fault-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import { useReach } from '../use-reach.ts'

export type ShownMiner = MinerPlace & {
  id: string
  name: string
  location: string | null
  notes: string | null
  controllerId: string
}

/** The control of a miner and its alerts. */
export function MinerControl({
  miner,
  pools,
}: {
  miner: ShownMiner
  pools: readonly { url: string | null; user: string | null }[]
}) {
  const { t } = useTranslation('control')
  const { withFreshSession, dialog } = useFreshSession()
  const reach = useReach()
  const isOwn = reach.isOwn(miner.controllerId)
  const mayAct = reach.mayAct(miner.controllerId)
  const alerts = <MinerAlerts id={miner.id} mayAct={mayAct} />
  if (!mayAct) return alerts
  return (
    <>
      {alerts}
      {isOwn && <ReportFaultLink about={{ miner: miner.id }} />}
      <ControlPanel
        id={miner.id}
        name={miner.name}
        pools={pools}
        miner={miner}
        maySetPools={isOwn}
        withProof={withFreshSession}
      />
      {isOwn && (
        <>
          <p>
            <ButtonLink kind="quiet" to={paths.firmware}>
              {t('firmware')}
            </ButtonLink>
          </p>
          <MinerLogin id={miner.id} controllerId={miner.controllerId} withProof={withFreshSession} />
        </>
      )}
      {dialog}
    </>
  )
}

/** Name, place, notes, and taking a miner out of the lists. */
export function MinerDetails({ miner }: { miner: ShownMiner }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mayAct } = useReach()
  const refresh = () => client.invalidateQueries({ queryKey: ['fleet'] })
  if (!mayAct(miner.controllerId)) return null
  return (
    <DeviceDetails
      id={miner.id}
      shownName={miner.name}
      details={miner}
      onChanged={() => void refresh()}
      onRemoved={() => {
        client.removeQueries({ queryKey: ['fleet', 'miner', miner.id] })
        void refresh()
        navigate(paths.dashboard)
      }}
    />
  )
}
