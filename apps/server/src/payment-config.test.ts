import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { paymentSettings } from './modules/payments/payment-settings.ts'

test('nothing set: no coin, and two sources or more for every rate', () => {
  const settings = paymentSettings(parseConfig({}))
  expect(settings).toMatchObject({ bitcoinXpub: null, evmXpub: null, bitcoinRpcUrls: [], evmChains: [] })
  const hosts = (pair: string) =>
    new Set(settings.rateSources.filter((source) => source.pair === pair).map(({ url }) => new URL(url).host))
  expect(hosts('BTC/EUR').size).toBeGreaterThanOrEqual(2)
  expect(hosts('USDT/EUR').size).toBeGreaterThanOrEqual(2)
  expect(paymentSettings(parseConfig({ PAYMENT_RATE_SOURCES: '' })).rateSources).toEqual([])
})

test('chains, tokens and rates as they are written', () => {
  const settings = paymentSettings(
    parseConfig({
      EVM_CHAINS: '1=https://one.example/key + https://two.example, 137=http://127.0.0.1:8545',
      EVM_TOKENS: `31337:0x${'Ab'.repeat(20)}:USDT:6`,
      PAYMENT_RATE_SOURCES: 'BTC/EUR=https://a.example/?pair=x,USDT/USD=https://b.example/y',
    }),
  )
  expect(settings.evmChains).toEqual([
    { chainId: 1, rpcUrls: ['https://one.example/key', 'https://two.example'] },
    { chainId: 137, rpcUrls: ['http://127.0.0.1:8545'] },
  ])
  expect(settings.evmTokens).toEqual([
    { chainId: 31_337, address: `0x${'ab'.repeat(20)}`, asset: 'USDT', decimals: 6 },
  ])
  expect(settings.rateSources).toEqual([
    { pair: 'BTC/EUR', url: 'https://a.example/?pair=x' },
    { pair: 'USDT/USD', url: 'https://b.example/y' },
  ])
})

describe('refused', () => {
  test.each([
    ['EVM_CHAINS', 'ethereum=https://a.example'],
    ['EVM_CHAINS', '1='],
    ['EVM_CHAINS', '1=https://a.example+'],
    ['EVM_CHAINS', '1=ws://a.example'],
    ['EVM_TOKENS', '1:0x12:USDT:6'],
    ['EVM_TOKENS', `1:0x${'a'.repeat(40)}:USDT`],
    ['PAYMENT_RATE_SOURCES', 'BTC/USD=https://a.example'],
    ['PAYMENT_RATE_SOURCES', 'https://a.example'],
    ['BITCOIN_RPC_URL', 'bitcoind'],
    ['BITCOIN_NETWORK', 'signet'],
    ['PAYMENT_POLL_MS', '120000'],
    ['PAYMENT_QUOTE_MINUTES', '0'],
  ])('%s=%s', (setting, value) => {
    expect(() => parseConfig({ [setting]: value })).toThrow(ConfigError)
    expect(() => parseConfig({ [setting]: value })).toThrow(setting)
  })
})
