import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { ContactState } from '../contact-source.ts'

/**
 * One reading from a meter's and a contact's. A contact that is wired but cannot be read, or has not been for `staleAfterMs`, means that
 * the ship needs power. With a contact alone there is no load, and its age is the contact's.
 */
export function mergeReadings(input: {
  meter: LoadReading | null
  /** Whether there is a meter at all. */
  hasMeter: boolean
  /** Null where no contact is wired; `shipNeedsPower: null` before and while it cannot be read. */
  contact: ContactState | null
  now: number
  staleAfterMs: number
}): LoadReading | null {
  const { meter, contact } = input
  if (contact === null) return meter
  const isFresh = contact.shipNeedsPower !== null && input.now - contact.arrivedAt <= input.staleAfterMs
  const shipNeedsPower = isFresh ? contact.shipNeedsPower === true : true
  if (meter !== null) return { ...meter, shipNeedsPower: meter.shipNeedsPower || shipNeedsPower }
  if (input.hasMeter) return null
  return {
    generatorLoadKw: null,
    phasesKw: [],
    shipNeedsPower,
    powerSource: 'generator',
    arrivedAt: contact.arrivedAt,
    source: 'contact',
  }
}
