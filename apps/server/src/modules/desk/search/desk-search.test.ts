import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { insertMiner, insertShip } from '../../../../test/fleet-rows.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

describeEachEngine('the search of the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
  })
  const find = async (text: string): Promise<string[]> => {
    const { status, body } = await operator.get(`/desk/search?text=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    return body.data.hits.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)
  }

  test('finds by the beginning of a word, by the end of a number and by an amount, in every kind', async () => {
    const { db } = store()
    const { order } = await placedOrder(testClient(app), {
      buyer: { ...testBuyer, firstName: 'Johanna', lastName: 'Boș', email: 'johanna@vloot.nl' },
    })
    const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await insertShip(db, { userId: user.id, name: 'Ms Johanna', homePort: 'Lobith' })
    await operator.post('/desk/controllers', { name: 'Johanna achter' })
    await testClient(app).post('/inquiries/contact', {
      name: 'John Peeters',
      email: 'jp@schip.be',
      message: 'Past de box?',
      language: 'nl',
    })
    const { id } = await db.selectFrom('controllers').select('id').executeTakeFirstOrThrow()
    await insertMiner(db, { controllerId: id, name: 'hydro-01', serial: 'SM19-2411-0203' })

    expect(await find('joh')).toEqual([
      'ship Ms Johanna',
      `order ${order.number}`,
      `controller ${id}`,
      'lead John Peeters',
    ])
    expect(await find('hanna')).toEqual([])
    for (const words of ['boș johanna', 'BOS joh'])
      expect([words, await find(words)]).toEqual([words, [`order ${order.number}`]])
    expect(await find('Boș')).toEqual([`order ${order.number}`])
    expect(await find('2411-0203')).toEqual(['miner hydro-01'])
    expect(await find(String(Number(order.number.slice(-6))).padStart(2, '0'))).toContain(
      `order ${order.number}`,
    )
    expect(await find('17.500,00')).toEqual([`order ${order.number}`])
    expect(await find("'; & |")).toEqual([])
  })

  test('shows at most five of a kind, the newest first', async () => {
    for (let count = 0; count < 6; count += 1) await operator.post('/desk/controllers', { name: 'Zuid' })
    expect(await find('zuid')).toHaveLength(5)
  })

  test('what was searched for is recorded once, not with every letter', async () => {
    await operator.post('/desk/controllers', { name: 'Johanna' })
    for (const text of ['jo', 'joh', 'johanna', 'nobody']) await find(text)
    const searches = async () =>
      (await operator.get('/desk/audit')).body.data.entries
        .filter(({ action }: { action: string }) => action === 'desk.search')
        .map(({ reason }: { reason: string }) => reason)
    expect(await searches()).toEqual(['jo'])
    app.clock.advance(60_001)
    await find('johanna')
    expect(await searches()).toEqual(['johanna', 'jo'])
  })
})
