import { expect, test } from 'vitest'
import { checkShip, emptyShip, shipBody, shipForm, timeZones } from './ship-form.ts'

const full = {
  name: ' Aurora ',
  type: 'tanker',
  homePort: 'Dordrecht',
  registrationNumber: '02324567',
  generatorCapacityKw: '120',
  currentUsagePercent: '0',
  notes: '',
  timeZone: 'Europe/Berlin',
} as const

test('name and type are required, the rest is not', () => {
  expect(checkShip(emptyShip())).toEqual({ name: 'required', type: 'required' })
  expect(checkShip({ ...emptyShip(), name: 'Aurora', type: 'tanker' })).toEqual({})
})

test.each(['-1', '1.5', '12 kW', '100001'])('a capacity of %o is told', (generatorCapacityKw) => {
  expect(checkShip({ ...full, generatorCapacityKw })).toEqual({ generatorCapacityKw: 'number' })
})

test('a usage above 100 % is told', () => {
  expect(checkShip({ ...full, currentUsagePercent: '101' })).toEqual({ currentUsagePercent: 'number' })
})

test('nothing is sent as null, and 0 stays 0', () => {
  expect(shipBody(full)).toEqual({
    name: 'Aurora',
    type: 'tanker',
    homePort: 'Dordrecht',
    registrationNumber: '02324567',
    generatorCapacityKw: 120,
    currentUsagePercent: 0,
    notes: null,
    timeZone: 'Europe/Berlin',
  })
})

test('a ship goes through its form unchanged', () => {
  const { name, ...rest } = shipBody(full)
  const ship = {
    id: '3f2c1a90-1111-4222-8333-444455556666',
    createdAt: '2026-01-01T00:00:00.000Z',
    name: 'Aurora',
    type: 'tanker' as const,
    homePort: rest.homePort ?? null,
    registrationNumber: rest.registrationNumber ?? null,
    generatorCapacityKw: rest.generatorCapacityKw ?? null,
    currentUsagePercent: rest.currentUsagePercent ?? null,
    notes: null,
    timeZone: 'Europe/Berlin',
  }
  expect(shipBody(shipForm(ship))).toEqual(shipBody(full))
})

test('a ship begins in the zone of who enters it; the zones of Europe are listed first, with its own', () => {
  expect(emptyShip().timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(checkShip({ ...full, timeZone: 'Europe/Atlantis' })).toEqual({ timeZone: 'unknown' })
  const zones = timeZones('Etc/GMT-3')
  expect(zones[0]).toMatch(/^Europe\//)
  expect(zones).toContain('Etc/GMT-3')
  expect(new Set(zones).size).toBe(zones.length)
})
