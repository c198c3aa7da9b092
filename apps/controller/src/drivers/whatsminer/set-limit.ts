import { amountOf, isRow } from '../cgminer/values.ts'
import type { SetLimit } from '../device-control.ts'

/** The limit of power that is set in a device, from the answer that reports it; null: not reported. */
export function setLimitOf(answer: unknown, key: string): SetLimit | null {
  const watts = isRow(answer) ? amountOf(answer, key) : null
  return watts === null || watts === 0 ? null : { watts, isManaged: false }
}
