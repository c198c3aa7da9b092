import type { Lead } from '@shipminer/contract/desk'

/** The promise: an answer within a day. */
export const lateLeadSeconds = 24 * 3600

/** How long a lead has been open at a time in ms; never negative. */
export function leadAgeSeconds({ createdAt }: Pick<Lead, 'createdAt'>, atMs: number): number {
  return Math.max(0, Math.floor((atMs - createdAt) / 1000))
}
