import { AlertCenter } from '../../features/alerts/components/alert-center.tsx'
import { AlertSettings } from '../../features/alerts/components/alert-settings.tsx'
import { useReach } from '../use-reach.ts'

/** The list, then rules and channels. */
export function AlertsView() {
  const { mayAct } = useReach()
  return (
    <>
      <AlertCenter mayAct={mayAct} />
      <AlertSettings />
    </>
  )
}
