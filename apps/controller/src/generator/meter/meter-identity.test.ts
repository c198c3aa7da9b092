import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { expect, test } from 'vitest'
import { createIdentityLook } from './meter-identity.ts'

const acme: MeterIdentity = { by: 'x', maker: 'Acme', model: null, serial: '7001', source: null }

test('a line that comes up is asked at once, and counts by what it says twice', () => {
  const told: MeterIdentity[] = []
  const look = createIdentityLook((one) => told.push(one))
  look.take(acme, 0)
  look.lineUp()
  look.take(acme, 1)
  expect([told, look.isDue(2)]).toEqual([[], true])
  look.take(acme, 2)
  expect([told, look.isDue(3)]).toEqual([[acme], false])
  look.lineUp()
  expect(look.isDue(4)).toBe(true)
})

test('a meter that breaks the line rather than say who it is, is asked more and more seldom', () => {
  const look = createIdentityLook(() => {})
  let asked = 0
  // Each question ends the line, and each reading after that brings it up.
  for (let now = 0; now < 3_600_000; now += 1_000) {
    look.lineUp()
    if (!look.isDue(now)) continue
    asked += 1
    look.fail(now)
  }
  expect(asked).toBe(9)
  look.askSoon()
  expect(look.isDue(3_600_000)).toBe(true)
})
