import { describe, expect, test } from 'vitest'
import { parseCoin } from './parse-coin.ts'

const blockchair = (more: object = {}) => ({
  data: {
    blocks: 920_001,
    best_block_height: 920_000,
    difficulty: 700_123_456_789.25,
    blocks_24h: 144,
    transactions_24h: 28_800,
    average_transaction_fee_24h: 210.5,
    market_price_usd: 401.234,
    ...more,
  },
  context: { code: 200 },
})

describe('parseCoin', () => {
  test.each([
    [
      blockchair(),
      { difficulty: 700_123_456_789.25, height: 920_000, feesSatPerBlock: 42_100, usdCentsPerCoin: 40_123 },
    ],
    [
      blockchair({ difficulty: '5.5e11', blocks_24h: 0, market_price_usd: 0 }),
      { difficulty: 5.5e11, height: 920_000, feesSatPerBlock: null, usdCentsPerCoin: null },
    ],
    [
      { chain: 'main', blocks: 875_000, headers: 875_000, difficulty: 81_234_567_890.5 },
      { difficulty: 81_234_567_890.5, height: 875_000, feesSatPerBlock: null, usdCentsPerCoin: null },
    ],
    [
      { height: 5, difficulty: '2' },
      { difficulty: 2, height: 5, feesSatPerBlock: null, usdCentsPerCoin: null },
    ],
    [blockchair({ difficulty: 0 }), null],
    [{ data: null, context: { code: 402 } }, null],
    [{ blocks: 5, difficulty: 'NaN' }, null],
    ['<html>', null],
    [null, null],
  ])('%j', (body, figures) => expect(parseCoin(body)).toEqual(figures))
})
