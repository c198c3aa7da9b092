import { describe, expect, test } from 'vitest'
import { createRandom, hash32 } from './random.ts'

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('random', () => {
  test('the same seed gives the same sequence, another seed another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed).next)
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect(hash32('a', hash32('ship'))).not.toBe(hash32('b', hash32('ship')))
  })

  test('uniform, normal and Poisson numbers have the moments they should have', () => {
    const random = createRandom(hash32('moments'))
    const uniform = Array.from({ length: 20_000 }, random.next)
    expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...uniform)).toBeLessThan(1)
    expect(mean(uniform)).toBeCloseTo(0.5, 1.7)
    const normal = Array.from({ length: 20_000 }, random.gaussian)
    expect(Math.abs(mean(normal))).toBeLessThan(0.03)
    expect(mean(normal.map((value) => value * value))).toBeCloseTo(1, 1)
    for (const expected of [0.1, 3, 49, 400]) {
      const counts = Array.from({ length: 5000 }, () => random.poisson(expected))
      const tolerance = 5 * Math.sqrt(expected / counts.length)
      expect(Math.abs(mean(counts) - expected)).toBeLessThan(tolerance)
      const variance = mean(counts.map((count) => (count - expected) ** 2))
      expect(variance / expected).toBeGreaterThan(0.85)
      expect(variance / expected).toBeLessThan(1.15)
    }
    expect(random.poisson(0)).toBe(0)
    expect(random.poisson(-1)).toBe(0)
  })
})
