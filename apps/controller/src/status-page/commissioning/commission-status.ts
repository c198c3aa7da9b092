import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import type { ActiveStep, CommissioningStep } from '@shipminer/domain/generator/commissioning/commissioning'

/** The check at commissioning as the page shows it. */
export type CommissionStatus = {
  /** A meter is wired and the capacity known. */
  canBegin: boolean
  /** The meter no longer follows the miners, and nobody has looked since. */
  isDoubted: boolean
  active: { step: CommissioningStep; phase: ActiveStep['phase']['name'] } | null
  report: CommissioningReport
}
