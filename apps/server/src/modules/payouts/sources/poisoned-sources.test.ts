import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { expect, test } from 'vitest'
import { payoutWallet } from '../../../../test/chains/payout-owners.ts'
import { createJsonRpc, type HttpJson, SourceError } from '../../payments/payments.port.ts'
import { type AccountAddress, type PayoutAccount, parsePayoutAccount } from '../payout-account.ts'
import { createCorePayoutSource } from './core-payout-source.ts'
import { createEsploraPayoutSource } from './esplora-payout-source.ts'
import type { PayoutSource } from './payout-source.ts'

/*
 * Every poison in every leaf of what a server of the chain answers about payouts: the source says in its own words that the answer is none, or
 * what it reports fits the columns and sums that it goes into.
 */

const int4 = 2 ** 31 - 1
const mostSat = 21e14
const txid = 'a'.repeat(64)
const wallet = payoutWallet()
const parsed = parsePayoutAccount(wallet.publicKey, 'regtest')
if (!parsed.ok) throw new Error(parsed.problem)
const seen = new Map<string, AccountAddress>()
/** Each address is derived once. */
const account: PayoutAccount = {
  ...parsed.account,
  addressAt(branch, index) {
    const address = seen.get(`${branch}/${index}`) ?? parsed.account.addressAt(branch, index)
    seen.set(`${branch}/${index}`, address)
    return address
  },
}
const own = wallet.addressAt(0, 0)
const script = account.addressAt(0, 0).script

const core = {
  scantxoutset: {
    success: true,
    height: 800,
    unspents: [{ txid, vout: 0, scriptPubKey: script, amount: 0.5, height: 600, coinbase: false }],
  },
  gettxspendingprevout: [{ txid, vout: 0 }],
  estimatesmartfee: { feerate: 0.0001 },
  getrawtransaction: { confirmations: 3 },
  gettxout: { confirmations: 3 },
  sendrawtransaction: txid,
}
const esplora = {
  '/blocks/tip/height': 800,
  [`/address/${own}`]: { chain_stats: { tx_count: 1 }, mempool_stats: { tx_count: 0 } },
  [`/address/${own}/utxo`]: [
    { txid, vout: 0, value: 50_000, status: { confirmed: true, block_height: 600 } },
  ],
  [`/tx/${txid}`]: { vin: [{ is_coinbase: false }] },
  [`/tx/${txid}/hex`]: '00',
  [`/tx/${txid}/status`]: { confirmed: true, block_height: 700 },
  '/fee-estimates': { 6: 4.2 },
}
const unused = { chain_stats: { tx_count: 0 }, mempool_stats: { tx_count: 0 } }

function coreOf(answers: Record<string, unknown>): PayoutSource {
  const http: HttpJson = {
    async request(_, init) {
      const { id, method } = (init as { body: { id: number; method: string } }).body
      return { status: 200, body: { id, result: answers[method], error: null } }
    },
  }
  const rpc = createJsonRpc(http)
  return createCorePayoutSource('core', { rpc, scan: rpc })
}

function esploraOf(answers: Record<string, unknown>): PayoutSource {
  return createEsploraPayoutSource('esplora', {
    async request(path) {
      const body = path in answers ? answers[path] : path.startsWith('/address/') ? unused : undefined
      return body === undefined ? { status: 404, body: null } : { status: 200, body }
    },
  })
}

/** Methods and paths that the question needs; a node's coins are looked for among thousands of addresses. */
const needs: Record<string, RegExp> = {
  coins: /^scantxoutset|^gettxspendingprevout|^\/(address|blocks|tx\/\w+$)/,
  fee: /^estimatesmartfee|^\/fee/,
  confirmations: /^getrawtransaction|^gettxout|^\/(tx|blocks)/,
  transaction: /^getrawtransaction|hex$/,
  sending: /^sendrawtransaction|hex$/,
}
/** What must hold of each answer of a source. */
const asks: Record<string, (source: PayoutSource) => Promise<boolean>> = {
  async coins(source) {
    const { coins, nextChangeIndex } = await source.findCoins(account)
    return (
      coins.every(({ valueSat }) => Number.isInteger(valueSat) && valueSat > 0 && valueSat <= mostSat) &&
      Number.isInteger(nextChangeIndex) &&
      nextChangeIndex <= int4
    )
  },
  async fee(source) {
    const rate = await source.feeRateMilliSat()
    return rate === null || (Number.isInteger(rate) && rate > 0 && rate <= int4)
  },
  async confirmations(source) {
    const count = await source.confirmations(txid, 1)
    return count === null || (Number.isInteger(count) && count >= 0 && count <= int4)
  },
  async transaction(source) {
    const hex = await source.findTransaction(txid)
    return hex === null || /^[0-9a-f]+$/.test(hex)
  },
  async sending(source) {
    return typeof (await source.send('00', txid)) === 'boolean'
  },
}

test.each([
  ['Bitcoin Core', core, coreOf],
  ['Esplora', esplora, esploraOf],
] as const)(
  'what %s answers',
  async (_, answers: Record<string, unknown>, open) => {
    const sound = await open(answers).findCoins(account)
    expect(sound.coins).toHaveLength(1)
    for (const path of leavesOf(answers))
      for (const [name, poison] of poisons) {
        const told = JSON.parse(JSON.stringify(withAt(answers, path, poison))) as Record<string, unknown>
        for (const [ask, holds] of Object.entries(asks)) {
          if (!needs[ask]?.test(String(path[0]))) continue
          const where = `${ask}: ${path.join('.')} ${name}`
          const outcome = await holds(open(told)).catch((error: unknown) => error)
          expect([where, outcome === true || outcome instanceof SourceError ? 'well' : outcome]).toEqual([
            where,
            'well',
          ])
        }
      }
  },
  120_000,
)
