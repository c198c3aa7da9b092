import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../config/paths.ts'
import { MinerAlerts } from '../features/alerts/components/miner-alerts.tsx'
import { ControlPanel } from '../features/control/components/control-panel.tsx'
import { DeviceDetails } from '../features/control/components/device-details.tsx'
import { ReportFaultLink } from '../features/service/components/report-fault-link.tsx'
import { useFreshSession } from './use-fresh-session.tsx'

export type ShownMiner = { id: string; name: string; location: string | null; notes: string | null }

/** The control of a miner and its alerts. */
export function MinerControl({
  miner,
  pools,
}: {
  miner: ShownMiner
  pools: readonly { url: string | null; user: string | null }[]
}) {
  const { withFreshSession, dialog } = useFreshSession()
  return (
    <>
      <MinerAlerts id={miner.id} />
      <ReportFaultLink about={{ miner: miner.id }} />
      <ControlPanel id={miner.id} name={miner.name} pools={pools} withProof={withFreshSession} />
      {dialog}
    </>
  )
}

/** Name, place, notes, and taking a miner out of the lists. */
export function MinerDetails({ miner }: { miner: ShownMiner }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: ['fleet'] })
  return (
    <DeviceDetails
      id={miner.id}
      shownName={miner.name}
      details={miner}
      onChanged={() => void refresh()}
      onRemoved={() => {
        client.removeQueries({ queryKey: ['fleet', 'miner', miner.id] })
        void client.invalidateQueries({ queryKey: ['fleet', 'miners'] })
        navigate(paths.dashboard)
      }}
    />
  )
}
