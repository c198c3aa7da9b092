import { type IntentStatus, intentStatuses, isActive } from '@shipminer/domain/payments/intent/intent'

/** Statuses that at most one intent of an order may have. */
export const activeStatuses: readonly IntentStatus[] = intentStatuses.filter(isActive)
