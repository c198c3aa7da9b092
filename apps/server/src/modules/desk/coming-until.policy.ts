import { sellerDay } from '../orders/orders.port.ts'

const daysAhead = 10
const dayMs = 86_400_000

/** Up to which day an installation is coming, as an ISO date. */
export const comingUntil = (now: number): string => sellerDay(new Date(now + daysAhead * dayMs))
