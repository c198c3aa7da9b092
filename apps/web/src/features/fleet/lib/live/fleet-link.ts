import type { FleetLink } from './fleet-state.ts'

/** State of the live connection itself. */
export type LiveConnection = 'connecting' | 'live' | 'lost'

/**
 * What the page may claim about its link: `live` while the connection is up; without it `down` while calls fail, `polling` once an
 * answer came after the loss, and `connecting` until then. All times in ms of one clock, null for never.
 */
export function fleetLink(input: {
  connection: LiveConnection
  lostAt: number | null
  answeredAt: number | null
  isFailing: boolean
}): FleetLink {
  if (input.connection === 'live') return 'live'
  if (input.isFailing) return 'down'
  const { lostAt, answeredAt } = input
  return lostAt !== null && answeredAt !== null && answeredAt >= lostAt ? 'polling' : 'connecting'
}
