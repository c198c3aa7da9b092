import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createShipLoad, LoadScriptSchema } from './ship-load.ts'

test('follows its script over the ship’s time, and the hand over the script', () => {
  const clock = createManualClock()
  const load = createShipLoad(
    LoadScriptSchema.parse({
      baseKw: 20,
      steps: [
        { atSeconds: 10, seconds: 5, kw: 30 },
        { atSeconds: 12, seconds: 1, kw: 5, everySeconds: 10 },
      ],
    }),
    clock,
  )
  const at: Record<number, number> = {}
  for (let second = 0; second <= 24; second++) {
    at[second] = load.kw()
    clock.advance(1_000)
  }
  expect([at[0], at[9], at[10], at[12], at[13], at[15], at[22], at[23]]).toEqual([
    20, 20, 50, 55, 50, 20, 25, 20,
  ])
  load.set(70)
  expect(load.kw()).toBe(70)
  load.set(null)
  expect(load.kw()).toBe(20)
})
