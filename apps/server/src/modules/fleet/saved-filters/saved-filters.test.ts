import { maxSavedFilters } from '@shipminer/contract/fleet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

describeEachEngine('saved filters', ({ store }) => {
  let app: TestApp
  let owner: TestClient

  const join = async () => {
    const client = testClient(app)
    await signUp(client)
    return client
  }
  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    owner = await join()
  })
  afterEach(() => app.server.close())

  const read = (client: TestClient) => client.get('/mining/filters')
  const save = (name: string, query: string | null, client = owner) => {
    app.clock.advance(1_000)
    return client.call('PUT', '/mining/filters', { name, query })
  }

  test.each([
    ['', 'q=a'],
    ['a'.repeat(41), 'q=a'],
    ['with\na line', 'q=a'],
    ['hot', 'q'.repeat(601)],
  ])('%j with %j is refused', async (name, query) => {
    expect(await save(name, query)).toMatchObject({ status: 400 })
  })

  test('nobody else sees or changes them, and nobody without a session', async () => {
    await save('hot', 'sort=temperature')
    const other = await join()
    expect(await read(other)).toMatchObject({ body: { data: { filters: [] } } })
    await save('hot', null, other)
    expect(await read(owner)).toMatchObject({ body: { data: { filters: [{ name: 'hot' }] } } })
    expect(await read(testClient(app))).toMatchObject({ status: 401 })
  })

  test('one of the same name takes its place, and one without a query is gone', async () => {
    await save('hot', 'sort=temperature')
    await save(' hot ', 'sort=temperature&status=online')
    expect(await save('cold', 'dir=asc')).toMatchObject({
      body: {
        data: {
          filters: [
            { name: 'hot', query: 'sort=temperature&status=online' },
            { name: 'cold', query: 'dir=asc' },
          ],
        },
      },
    })
    expect(await save('hot', null)).toMatchObject({ body: { data: { filters: [{ name: 'cold' }] } } })
    expect(await save('hot', null)).toMatchObject({ status: 200 })
  })

  test('of too many the oldest goes', async () => {
    for (let at = 0; at <= maxSavedFilters; at++) await save(`F${at}`, 'q=x')
    const { filters } = (await read(owner)).body.data
    expect(filters.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: maxSavedFilters }, (_, at) => `F${at + 1}`),
    )
  })
})
