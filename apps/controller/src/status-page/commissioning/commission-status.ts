import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import type { ActiveStep, CommissioningStep } from '@shipminer/domain/generator/commissioning/commissioning'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'

/** The check at commissioning as the page shows it. */
export type CommissionStatus = {
  /** A meter is wired and the capacity known. */
  canBegin: boolean
  /** The meter no longer follows the miners, or another one answers, and nobody has looked since. */
  isDoubted: boolean
  /** What shows that another one answers; null where nothing does. */
  otherMeter: OtherMeter | null
  active: { step: CommissioningStep; phase: ActiveStep['phase']['name'] } | null
  report: CommissioningReport
}
