import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient } from '../../../../test/build-test-app.ts'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../../../test/chains/bitcoin-node.ts'
import {
  paidOwner,
  payoutWallet,
  provenOperator,
  regtestAddress,
} from '../../../../test/chains/payout-owners.ts'
import type { Store } from '../../../platform/db/store.ts'
import { openTestStore } from '../../../platform/db/testing.ts'
import { followPayouts } from '../follow-payouts.ts'
import { setUpPayouts } from '../payout-setup.ts'

const program = findBitcoind(process.env)
if (!program) warnNoBitcoind()

describe.skipIf(!program)('a payout run, on a real node', () => {
  let node: BitcoinNode
  let store: Store
  let app: TestApp
  let operator: TestClient
  const wallet = payoutWallet()

  beforeAll(async () => {
    node = await startBitcoinNode(program as string)
    store = await openTestStore()
    app = await buildTestApp(store, {
      settings: {
        PAYOUT_XPUB: wallet.publicKey,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_RPC_URL: node.url,
      },
      fetch,
    })
    operator = await provenOperator(app)
  })
  afterAll(async () => {
    await app?.server.close()
    await node?.stop()
    await store?.close()
  })

  /** Calls a wallet of the node: the second wallet, which signs. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function signer(method: string, ...params: unknown[]): Promise<any> {
    const url = new URL(node.url)
    const response = await fetch(`http://${url.host}/wallet/signer`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('test:test').toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result: unknown
      error: { message: string } | null
    }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const follow = () => {
    const settings = {
      xpub: wallet.publicKey,
      network: 'regtest' as const,
      rpcUrls: [node.url],
      esploraUrls: [],
    }
    const setup = setUpPayouts(settings, { fetch })
    if (!setup.ok) throw new Error(setup.problem)
    return followPayouts({
      store,
      clock: app.clock.now,
      source: setup.source,
    })
  }
  const run = async (id: string) => (await operator.get(`/desk/payouts/${id}`)).body.data.run

  test('is signed by another wallet, sent, mined, written down and confirmed', {
    timeout: 60_000,
  }, async () => {
    // Another wallet of the same node has the private keys, and signs with what the PSBT contains alone.
    await node.rpc('createwallet', 'signer', false, true)
    const descriptors = await Promise.all(
      ([0, 1] as const).map(async (branch) => {
        const text = wallet.privateDescriptor(branch)
        const { checksum } = await node.rpc('getdescriptorinfo', text)
        return {
          desc: `${text}#${checksum}`,
          range: [0, 30],
          timestamp: 'now',
          active: true,
          internal: branch === 1,
        }
      }),
    )
    for (const { success } of await signer('importdescriptors', descriptors)) expect(success).toBe(true)
    for (const [branch, index, coins] of [
      [0, 0, '0.0021'],
      [0, 7, '0.0005'],
      [1, 2, '0.0009'],
    ] as const)
      await node.pay(wallet.addressAt(branch, index), coins)
    await node.mine()

    const piet = await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address: regtestAddress(1) })
    await paidOwner(app, { name: 'Kees', receivedSat: 133_335, address: regtestAddress(2) })
    const shown = (await operator.get('/desk/payouts')).body.data
    expect(shown).toMatchObject({
      totalSat: 250_001,
      setup: { hasAccount: true, hasOrigin: true, source: new URL(node.url).host },
    })
    const { id } = (await operator.post('/desk/payouts', { lines: 2, totalSat: 250_001 })).body.data

    const tooDear = await operator.post(`/desk/payouts/${id}/psbt`, { feeRateMilliSat: 1_000_000 })
    expect(tooDear.body.data).toMatchObject({ outcome: 'insufficient', availableSat: 350_000 })
    const made = (await operator.post(`/desk/payouts/${id}/psbt`, { feeRateMilliSat: 3_500 })).body.data
    expect(made).toMatchObject({ outcome: 'made', transaction: { inputs: 2 } })
    const { psbtBase64, feeSat, changeSat } = made.transaction

    const decoded = await node.rpc('decodepsbt', psbtBase64)
    expect(Math.round(decoded.fee * 1e8)).toBe(feeSat)
    expect(decoded.inputs.map((input: { bip32_derivs: unknown }) => input.bip32_derivs)).toEqual(
      expect.arrayContaining([
        [expect.objectContaining({ master_fingerprint: wallet.fingerprint, path: 'm/84h/1h/0h/0/0' })],
        [expect.objectContaining({ path: 'm/84h/1h/0h/1/2' })],
      ]),
    )
    const amounts = decoded.tx.vout.map(({ value }: { value: number }) => Math.round(value * 1e8))
    expect(amounts).toEqual([100_001, 150_000, changeSat].toSorted((a, b) => a - b))
    expect(decoded.tx.vin.every(({ sequence }: { sequence: number }) => sequence === 0xfffffffd)).toBe(true)

    const processed = await signer('walletprocesspsbt', psbtBase64, true, 'ALL', true, false)
    const { hex, complete } = await node.rpc('finalizepsbt', processed.psbt)
    expect(complete).toBe(true)
    const { vsize, txid } = await node.rpc('decoderawtransaction', hex)
    // Signatures are a byte shorter half of the time.
    expect(feeSat).toBeGreaterThanOrEqual(Math.ceil(vsize * 3.5))
    expect(feeSat - vsize * 3.5).toBeLessThanOrEqual(3.5 * 2 + 1)
    // The change is the signing wallet's own, on the change address after the last used one.
    const change = decoded.tx.vout.find(
      ({ value }: { value: number }) => Math.round(value * 1e8) === changeSat,
    )
    expect(await signer('getaddressinfo', change.scriptPubKey.address)).toMatchObject({
      ismine: true,
      hdkeypath: expect.stringMatching(/\/1\/3$/),
    })

    expect(
      (await operator.post(`/desk/payouts/${id}/import`, { transaction: txid, send: false })).body.code,
    ).toBe('payout-transaction-not-found')
    expect(
      (await operator.post(`/desk/payouts/${id}/import`, { transaction: processed.psbt, send: true })).body
        .data,
    ).toEqual({ outcome: 'accepted', txid })
    expect(await node.rpc('getrawmempool')).toContain(txid)
    // A transaction that the network already has is no reason to refuse.
    expect((await operator.post(`/desk/payouts/${id}/send`, {})).status).toBe(200)
    await follow()
    expect(await run(id)).toMatchObject({ state: 'broadcast', txid, confirmations: 0 })
    expect((await piet.client.get('/mining/revenue')).body.data).toMatchObject({
      balanceSat: 0,
      paidOutSat: 150_000,
      payouts: [{ amountSat: 150_000, txid }],
    })

    await node.mine(5)
    await follow()
    expect(await run(id)).toMatchObject({ state: 'broadcast', confirmations: 5 })
    await node.mine()
    await follow()
    expect(await run(id)).toMatchObject({ state: 'confirmed', confirmations: 6, events: [] })
  })
})
