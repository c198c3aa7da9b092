import { afterEach, beforeEach } from 'vitest'
import type { Store } from '../src/platform/db/store.ts'
import { resetTestStore } from '../src/platform/db/testing.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from './build-test-app.ts'
import { signUpProvenOperator } from './operator.ts'

/** For each test of a suite a server that takes orders, and an operator of it to whom the whole desk is accessible; both end with it. */
export function openEachDesk(
  store: () => Store,
  onOpen: (desk: { app: TestApp; operator: TestClient }) => void,
): void {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    const operator = testClient(app)
    await signUpProvenOperator(app, operator)
    onOpen({ app, operator })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
}
