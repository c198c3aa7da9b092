import { fleetEndpoints } from '@shipminer/contract/fleet'
import type { Store } from '../../../platform/db/store.ts'
import { type Router, requireCaller } from '../../../platform/http/routing.ts'
import { readFilters, saveFilter } from './saved-filters.service.ts'

/** Saved filters of the caller. */
export function savedFilterRoutes(
  router: Router,
  { store, clock }: { store: Store; clock: () => number },
): void {
  router.route(fleetEndpoints.savedFilters, async (call) => ({
    filters: await readFilters(store, requireCaller(call).userId),
  }))
  router.route(fleetEndpoints.saveFilter, async (call) => {
    const { userId } = requireCaller(call)
    return { filters: await saveFilter(store, userId, call.body, new Date(clock())) }
  })
}
