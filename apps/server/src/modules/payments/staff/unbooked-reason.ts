import { type UnbookedReason, UnbookedReasonSchema } from '@shipminer/contract/shop/payments'
import { isDatabaseAway } from '../../../platform/db/failures/is-database-away.ts'
import { isPermanentFailure } from '../../../platform/db/failures/is-permanent-failure.ts'

/** Two that wait for each other, a lock that did not come, a statement that ran too long. */
const busyStates = /^(?:40|55|57014)/

/** What a person reads of the error that kept money from its order; its own words are for the log. */
export function classifyUnbooked(error: unknown): UnbookedReason {
  if (isPermanentFailure(error) && isOfDatabase(error)) return 'refused'
  return isDatabaseAway(error) || (isOfDatabase(error) && busyStates.test(error.code)) ? 'busy' : 'failed'
}

const isOfDatabase = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/** Rows of earlier versions hold the words of the error. */
export function unbookedReasonOf(row: { unbookedReason: string | null }): UnbookedReason | null {
  if (row.unbookedReason === null) return null
  const known = UnbookedReasonSchema.safeParse(row.unbookedReason)
  return known.success ? known.data : 'failed'
}
