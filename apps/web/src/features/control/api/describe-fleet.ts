import { type FleetMatch, fleetEndpoints, minersPerCall } from '@shipminer/contract/fleet'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { Turn } from '../lib/order-to-many.ts'

/** Who is meant: those named, in their order, or all that match. */
export type Described = { ids: readonly string[] } | { match: FleetMatch }
/** What they get; what is empty stays as it is. */
export type Description = {
  location: string
  name: string
  /** Null: out of their group. */
  moveTo?: string | null
}

/** Gives places and names to the next of those that are meant; `done` have theirs. @throws ApiError */
export async function describeFleet(
  who: Described,
  { location, name, moveTo }: Description,
  { after, done }: { after: string | null; done: number },
): Promise<Turn> {
  const what = {
    ...(location === '' ? {} : { location }),
    ...(moveTo === undefined ? {} : { moveTo }),
    ...(name === '' ? {} : { name, numberFrom: done + 1 }),
  }
  if ('match' in who)
    return callEndpoint(fleetEndpoints.describeFleet, {
      body: { ...who.match, ...what, ...(after === null ? {} : { after }) },
    })
  const from = Number(after ?? 0)
  const ids = who.ids.slice(from, from + minersPerCall)
  const turn = await callEndpoint(fleetEndpoints.describeFleet, { body: { ids, ...what } })
  const next = from + ids.length
  return {
    ...turn,
    matched: who.ids.length,
    left: who.ids.length - next,
    next: next < who.ids.length ? String(next) : null,
  }
}
