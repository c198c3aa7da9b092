import { type IntentStatus, intentStatuses, isActive } from '@shipminer/domain/payments/intent'

/** Statuses of which an order has at most one intent. */
export const activeStatuses: readonly IntentStatus[] = intentStatuses.filter(isActive)
