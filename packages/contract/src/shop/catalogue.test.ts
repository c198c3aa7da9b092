import type { CalculatorInput, CalculatorResult } from '@shipminer/domain/calculator/calculator'
import { analyseShip } from '@shipminer/domain/calculator/custom-solution'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  type CalculatorInputSchema,
  type CalculatorResultSchema,
  catalogueEndpoints,
  type Product,
} from './catalogue.ts'

test('the wire carries exactly what the domain calculates', () => {
  expectTypeOf<z.infer<typeof CalculatorInputSchema>>().toEqualTypeOf<CalculatorInput>()
  expectTypeOf<z.infer<typeof CalculatorResultSchema>>().toEqualTypeOf<CalculatorResult>()
})

test('a product is enough to see what fits on a ship', () => {
  const product = {
    id: 'sm21',
    powerKw: 25,
    hashrateThs: 1419,
    minGeneratorKw: 50,
    comingSoon: false,
  } satisfies Partial<Product>
  const box = { ...product, anyGenerator: product.minGeneratorKw === 0 }
  expect(analyseShip({ generatorCapacityKw: 100, currentUsagePercent: 25 }, [box])?.boxes[0]?.count).toBe(2)
})

describe('defaults of docs/product.md 7.1', () => {
  test('one box, in euro', () => {
    expect(catalogueEndpoints.productPricing.query?.parse({})).toEqual({ quantity: 1, currency: 'EUR' })
    expect(catalogueEndpoints.productAvailability.query?.parse({})).toEqual({ quantity: 1 })
  })
  test('the calculator: two thirds, 0.15 EUR, growth of 20 % over eight years', () =>
    expect(catalogueEndpoints.productCalculator.query?.parse({})).toEqual({
      numberOfBoxes: 1,
      ownerShare: '2/3',
      growthPercentPerYear: 20,
      powerCentsPerKwh: 15,
      horizonDays: 2922,
    }))
})
