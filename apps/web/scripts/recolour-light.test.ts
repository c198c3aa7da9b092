import { expect, test } from 'vitest'
import { fromHsv, hueOf, recolourLight } from './recolour-light.ts'

test.each([
  [255, 0, 0, 0],
  [255, 255, 0, 60],
  [0, 255, 255, 180],
  [255, 0, 128, 330],
  [9, 9, 9, 0],
])('hue of %i %i %i is about %i', (red, green, blue, hue) => {
  expect(hueOf(red, green, blue)).toBeCloseTo(hue, -1)
})

test('a hue goes there and back', () => {
  for (let hue = 0; hue < 360; hue += 15) expect(hueOf(...fromHsv(hue, 0.8, 200))).toBeCloseTo(hue, 6)
})

test('changes the light it is asked for and nothing else', () => {
  const pixels = Uint8Array.from([0, 230, 230, 30, 220, 60, 20, 28, 34, 120, 120, 120])
  recolourLight(pixels, { fromHue: 180, spread: 22, toHue: 43 })
  expect(hueOf(pixels[0] ?? 0, pixels[1] ?? 0, pixels[2] ?? 0)).toBeCloseTo(43, 0)
  expect(Math.max(...pixels.subarray(0, 3))).toBe(230)
  expect([...pixels.subarray(3)]).toEqual([30, 220, 60, 20, 28, 34, 120, 120, 120])
})
