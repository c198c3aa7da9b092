import type { Lead } from '@shipminer/contract/desk'

/** The promise: an answer within a day. */
export const lateLeadSeconds = 24 * 3600

/** How long a lead has been open at a time in ms; never negative. */
export function leadAgeSeconds({ createdAt }: Pick<Lead, 'createdAt'>, atMs: number): number {
  return Math.max(0, Math.floor((atMs - createdAt) / 1000))
}

/** Whether it may lead to an order by being spoken to; the others wait for a product. */
export function isQuestion({ kind }: Pick<Lead, 'kind'>): boolean {
  return kind === 'contact' || kind === 'custom'
}
