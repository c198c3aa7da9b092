import { expect, test } from 'vitest'
import { toBase64, toHex } from './bytes.ts'
import { isSeriesOpen, listModels, listTargets } from './series-view.ts'

const miner = (id: string, over: object = {}) => ({
  ...{ id, name: `Miner ${id}`, controllerId: 'SM-A', family: 'axeos' as const, make: 'Bitaxe' },
  ...{ model: 'BM1370 601', version: 'v2.0.0' },
  ...over,
})
const miners = [
  miner('1'),
  miner('2', { version: 'v2.1.0' }),
  miner('3', { controllerId: 'SM-B' }),
  miner('4', { family: null }),
  miner('5', { model: null }),
  miner('6', { family: 'antminer', model: 'Antminer S21' }),
]

test('models are those of miners that take a file', () => {
  expect(listModels(miners).map(({ model, count }) => [model, count])).toEqual([
    ['Antminer S21', 1],
    ['BM1370 601', 3],
  ])
})

test('targets are grouped by box, and those that have it already are marked', () => {
  const targets = listTargets(miners, { family: 'axeos', model: 'BM1370 601', version: '2.1.0' })
  expect(
    targets.map(({ controllerId, miners: own }) => [controllerId, own.map((one) => [one.id, one.hasIt])]),
  ).toEqual([
    [
      'SM-A',
      [
        ['1', false],
        ['2', true],
      ],
    ],
    ['SM-B', [['3', false]]],
  ])
})

test.each(['ordered', 'fetching', 'checking', 'updating'] as const)('%s is under way', (state) =>
  expect(isSeriesOpen(state)).toBe(true),
)
test.each(['done', 'stopped', 'refused', 'cancelled', 'expired'] as const)('%s has ended', (state) =>
  expect(isSeriesOpen(state)).toBe(false),
)

test('bytes as text', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
})
