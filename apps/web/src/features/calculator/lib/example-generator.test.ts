import { expect, test } from 'vitest'
import { exampleGeneratorKw, exampleShipKw } from './example-generator.ts'

test.each([
  [25, 80],
  [50, 100],
  [75, 125],
  [0.12, 50],
  [25_000, 28_000],
])('%d kW of boxes want a generator of %d kW', (boxKw, sizeKw) => {
  expect(exampleGeneratorKw(boxKw)).toBe(sizeKw)
  expect((exampleShipKw + boxKw) / sizeKw).toBeLessThanOrEqual(0.9)
})
