import { hashMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmNode, findAnvil, startAnvil, warnNoAnvil } from '../../../../test/chains/anvil-node.ts'
import { createContractWallets } from './contract-wallets.ts'

const wallet = `0x${'c0'.repeat(20)}`
const message = 'shipminer.example wants you to sign in with your Ethereum account:\nŠ 船'
const ofKey = `0x${'11'.repeat(65)}`
const ofContract = `0x${'22'.repeat(130)}`
const magic = `0x1626ba7e${'00'.repeat(28)}`

/** A node that answers from a table; a function throws or delays. */
function nodeWith(answers: Record<string, unknown>): typeof fetch {
  return async (_, init) => {
    const { method } = JSON.parse(String(init?.body))
    const answer = answers[method]
    if (answer instanceof Error) throw answer
    return Response.json({ jsonrpc: '2.0', id: 1, ...(answer as object) })
  }
}
const deployed = { eth_chainId: { result: '0x1' }, eth_getCode: { result: '0x6001' } }
const check = (answers: Record<string, unknown>, signature = ofContract) =>
  createContractWallets({ url: 'http://node.test', chainId: 1, fetch: nodeWith(answers) }).check(
    wallet,
    message,
    signature,
  )

describe('without a node', () => {
  const { check: ask } = createContractWallets({ url: null, chainId: 1, fetch: () => Promise.reject() })
  test.each([
    ['what a key could have signed is wrong', ofKey, 'invalid'],
    ['what only a contract can have signed is unsupported', ofContract, 'unsupported'],
    ['what is no signature is wrong', 'hello', 'invalid'],
    ['nothing is wrong', '0x', 'invalid'],
  ])('%s', async (_, signature, expected) => {
    expect(await ask(wallet, message, signature)).toBe(expected)
  })
})

describe('over a node', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['the contract says yes', { ...deployed, eth_call: { result: magic } }, 'valid'],
    [
      'the contract says no',
      { ...deployed, eth_call: { result: `0xffffffff${'00'.repeat(28)}` } },
      'invalid',
    ],
    ['the contract answers with nothing', { ...deployed, eth_call: { result: '0x' } }, 'invalid'],
    ['the contract answers too much', { ...deployed, eth_call: { result: `${magic}00` } }, 'invalid'],
    [
      'the contract reverts',
      { ...deployed, eth_call: { error: { code: 3, message: 'reverted' } } },
      'invalid',
    ],
    ['there is no contract', { ...deployed, eth_getCode: { result: '0x' } }, 'invalid'],
    ['the node is of another chain', { ...deployed, eth_chainId: { result: '0x89' } }, 'unavailable'],
    [
      'the node is busy',
      { ...deployed, eth_call: { error: { code: -32005, message: 'limit' } } },
      'unavailable',
    ],
    ['the node is away', { eth_chainId: new Error('away') }, 'unavailable'],
    ['the node answers nonsense', { ...deployed, eth_getCode: { result: 7 } }, 'unavailable'],
  ])('%s', async (_, answers, expected) => {
    expect(await check(answers)).toBe(expected)
  })

  test('a wallet that is not on the chain yet is unsupported', async () => {
    const signature = `0x${'22'.repeat(100)}${'6492'.repeat(16)}`
    expect(await check({ ...deployed, eth_getCode: { result: '0x' } }, signature)).toBe('unsupported')
  })
})

const program = findAnvil(process.env)
if (!program) warnNoAnvil()

describe.skipIf(!program)('a real contract on a real node', () => {
  let node: EvmNode
  beforeAll(async () => {
    node = await startAnvil(program ?? '', 31_337)
    /*
     * Takes any signature over the hash of this message and reverts otherwise: load the hash, compare, return the magic value.
     */
    const code = `0x6004357f${hashMessage(message).slice(2)}14602c576000 80fd5b631626ba7e60e01b60005260206000f3`
    await node.rpc('anvil_setCode', wallet, code.replaceAll(' ', ''))
  })
  afterAll(() => node.stop())
  const ask = (text: string, address = wallet, chainId = 31_337) =>
    createContractWallets({ url: node.url, chainId }).check(address, text, ofContract)

  test('is asked with the hash of the message by EIP-191', async () => {
    expect(await ask(message)).toBe('valid')
    expect(await ask(`${message} `)).toBe('invalid')
    expect(await ask(message, `0x${'c1'.repeat(20)}`)).toBe('invalid')
    expect(await ask(message, wallet, 1)).toBe('unavailable')
  })
})
