import { AlertCenter } from '../features/alerts/components/alert-center.tsx'
import { AlertSettings } from '../features/alerts/components/alert-settings.tsx'

/** The list, then rules and channels. */
export function AlertsView() {
  return (
    <>
      <AlertCenter />
      <AlertSettings />
    </>
  )
}
