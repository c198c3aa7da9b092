import { describe, expect, test } from 'vitest'
import { MeterSchema } from '../generator-settings.ts'
import { comapExport } from '../modbus/test-comap-export.ts'
import { fieldsOf, meterOf, namedMeters, nameOfMeter } from './meter-form.ts'

const form = (fields: Record<string, string>) => meterOf(new URLSearchParams(fields))
const sdm = { meter: 'eastron-sdm630', host: '192.168.1.6', mostKw: '100' }

describe('what cannot be', () => {
  test('is named by its field, and makes no wiring', () => {
    expect(form({})).toEqual({ wrong: ['meter'] })
    expect(form({ meter: 'constructor' })).toEqual({ wrong: ['meter'] })
    expect(form({ ...sdm, host: '', port: '0', unit: '1.5', ratio: '0', mostKw: '' })).toEqual({
      wrong: ['host', 'port', 'unit', 'ratio', 'mostKw'],
    })
    expect(form({ ...sdm, mostKw: '100 kW' })).toEqual({ wrong: ['mostKw'] })
    expect(form({ ...sdm, mostKw: '1e9' })).toEqual({ wrong: ['mostKw'] })
  })
  test.each([
    '8.8.8.8',
    '0.0.0.0',
    '224.0.0.1',
    '192.168.1',
    '1921681.6',
    'http://192.168.1.6',
    'user@192.168.1.6',
    '192.168.1.6:502',
    '192.168.1.6/x',
    '-x',
    'a b',
    '::1',
  ])('%s is no address on board', (host) => expect(form({ ...sdm, host })).toEqual({ wrong: ['host'] }))
})

describe('what can be', () => {
  test('takes what is usual where nothing is entered, and numbers as people write them', () => {
    expect(form({ ...sdm, ratio: '40,5' })).toMatchObject({
      meter: { kind: 'modbus-tcp', preset: 'eastron-sdm630', port: 502, unit: 1, ratio: 40.5, mostKw: 100 },
    })
    expect(form({ meter: 'shelly-rpc', host: 'shelly.local', mostKw: '60', isReversed: 'on' })).toMatchObject(
      {
        meter: { kind: 'shelly-rpc', port: 80, isReversed: true, password: null },
      },
    )
    expect(
      form({ meter: 'victron-mqtt', host: '10.0.0.2', portalId: 'c0619ab1', instance: '21', mostKw: '60' }),
    ).toMatchObject({
      meter: { broker: 'mqtt://10.0.0.2:1883', service: 'genset', instance: 21, username: null },
    })
  })
  test('takes the registers of a controller from the list that its program exported', () => {
    const comap = { meter: 'comap-export', host: '192.168.1.8', mostKw: '100' }
    expect(form({ ...comap, map: 'something else' })).toEqual({ wrong: ['map'] })
    expect(form(comap)).toEqual({ wrong: ['map'] })
    const parsed = form({ ...comap, map: comapExport() })
    if (!('meter' in parsed)) throw new Error(`wrong: ${parsed.wrong}`)
    expect(parsed.meter).toMatchObject({ preset: 'comap-export', ratio: 1 })
    expect(parsed.meter).not.toHaveProperty('map')
    expect(nameOfMeter(parsed.meter).registers).toBe(
      'kW 2021, 2022, 2023; V 2037, 2038, 2039; A 2043, 2044, 2045; Hz 2036',
    )
    // What passes no checks is no meter by name.
    expect(MeterSchema.safeParse({ ...parsed.meter, voltages: [] }).success).toBe(false)
  })
  test.each(namedMeters)('%s is a wiring of its own, with an address and without its login', (meter) => {
    const parsed = form({
      ...{ meter, host: '192.168.1.6', mostKw: '100', portalId: 'c0619ab1', instance: '3' },
      ...{ username: 'crew', password: 'hidden', map: comapExport() },
    })
    if (!('meter' in parsed)) throw new Error(`wrong: ${parsed.wrong}`)
    const { name, address } = nameOfMeter(parsed.meter)
    expect(name).toBe(meter)
    expect(address).toContain('192.168.1.6')
    expect(address).not.toContain('hidden')
    expect(fieldsOf(meter)).toContain('mostKw')
  })
})
