import type { Store } from '../../platform/db/store.ts'
import { insertUser } from './users.repository.ts'

/** Always the same account, so that what the demonstration prepares belongs to everyone who enters it. */
const demoUserId = '00000000-0000-4000-8000-00000000d3a0'

/** Creates the demonstration's account unless it exists, and returns its id. Only called when `DEMO` is set. */
export async function ensureDemoUser(deps: { store: Store; clock: () => number }): Promise<string> {
  await insertUser(deps.store.db, {
    id: demoUserId,
    name: 'Demo Skipper',
    email: 'demo@shipminer.local',
    company: null,
    phone: null,
    preferredLanguage: null,
    newsletter: false,
    at: new Date(deps.clock()),
  })
  return demoUserId
}
