import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CoinShop, newTestAccounts, openCoinShop } from '../../../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../../../test/chains/fake-bitcoin.ts'
import type { Store } from '../../../platform/db/store.ts'
import { openTestStore, resetTestStore } from '../../../platform/db/testing.ts'

/** What happens on the chain, and to the server that watches it. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      to: fc.nat(1),
      sats: fc.integer({ min: 1, max: 600_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fork' as const), blocks: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), nth: fc.nat(3), to: fc.option(fc.nat(1)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('break' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const elsewhere = `0014${'9'.repeat(40)}`
const runs = 12

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('whatever happened and whoever looked when, in the end exactly the money in the chain counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      await resetTestStore(store)
      const node = await startFakeBitcoin()
      const accounts = newTestAccounts()
      const open = async (clockAheadMs = 0) => {
        const shop = await openCoinShop(store, {
          BITCOIN_XPUB: accounts.bitcoin,
          BITCOIN_NETWORK: 'regtest',
          BITCOIN_RPC_URL: node.url,
        })
        shop.app.clock.advance(clockAheadMs)
        return shop
      }
      let shop = await open()
      try {
        await shop.poll()
        const paying = [await shop.order('bitcoin', 50_000), await shop.order('bitcoin', 2_500)]
        const ids: string[] = []
        for (const one of paying) ids.push((await one.open()).id)
        const rows = await store.db.selectFrom('paymentIntents').select(['id', 'matchKey']).execute()
        const scripts = ids.map((id) => rows.find((row) => row.id === id)?.matchKey as string)
        shop = await play(steps, { node, scripts, shop, open: () => open() })
        node.mine(15)
        shop.app.clock.advance(10 * 60_000)
        await shop.poll()
        await shop.poll()
        for (const [index, id] of ids.entries()) {
          const inChain = node.blocks
            .flatMap(({ tx }) => tx)
            .flatMap(({ vout }) => vout)
            .filter(({ scriptPubKey }) => scriptPubKey.hex === scripts[index])
            .reduce((sum, { value }) => sum + Math.round(value * 1e8), 0)
          const intent = await store.db
            .selectFrom('paymentIntents')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          expect([intent.amountReceived, intent.amountConfirmed]).toEqual([String(inChain), String(inChain)])
          expect(intent.status === 'confirmed').toBe(BigInt(inChain) >= BigInt(intent.minDue))
          const balance = await store.db
            .selectFrom('orderBalances')
            .select(['pendingCents', 'receivedCents'])
            .where('source', '=', `intent:${id}`)
            .executeTakeFirst()
          expect(balance ?? { pendingCents: 0, receivedCents: 0 }).toEqual({
            pendingCents: 0,
            receivedCents: intent.receivedCents,
          })
        }
      } finally {
        await shop.app.server.close()
        await node.stop()
      }
    }),
    { numRuns: runs },
  )
}, 240_000)

async function play(
  steps: readonly Step[],
  world: { node: FakeBitcoin; scripts: readonly string[]; shop: CoinShop; open(): Promise<CoinShop> },
): Promise<CoinShop> {
  const { node, scripts } = world
  let { shop } = world
  for (const one of steps) {
    if (one.kind === 'pay') node.pay(scripts[one.to] as string, one.sats / 1e8)
    else if (one.kind === 'mine') node.mine(one.blocks)
    else if (one.kind === 'fork') node.fork(one.blocks)
    else if (one.kind === 'look') await shop.poll()
    else if (one.kind === 'replace') {
      const victim = node.mempool[one.nth]
      if (victim) node.replace(victim.txid, one.to === null ? elsewhere : (scripts[one.to] as string))
    } else if (one.kind === 'break') {
      node.broken = { status: 500, body: '' }
      await shop.poll()
      node.broken = null
      shop.app.clock.advance(10_000)
    } else {
      await shop.app.server.close()
      shop = await world.open()
    }
  }
  return shop
}
