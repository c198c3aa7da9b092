import { expect, test } from 'vitest'
import { type FoundMeter, mostFound } from '../../status-page/meter/meter-status.ts'
import { hostsIn, proposeMeter, readShellyAnswer, withFound } from './read-found.ts'

test.each([
  ['Eastron', 'SDM630-Modbus V2', 'eastron-sdm630'],
  ['Carlo Gavazzi', 'EM24DINAV53DE1X', 'carlo-gavazzi-em24-ethernet'],
  ['Carlo Gavazzi Controls', 'EM340-DIN', 'carlo-gavazzi-em340'],
  ['Carlo Gavazzi Controls', 'EM540', 'carlo-gavazzi-em530'],
  ['Schneider Electric', 'iEM3155', 'schneider-iem3155'],
  ['Schneider Electric', 'METSEPM5320', null],
  ['Schneider Electric', 'PM5320', 'schneider-pm5000'],
  ['Janitza', 'UMG 96RM-E', 'janitza-umg96rm'],
  ['ABB', 'B23 112-100', 'abb-b23-b24'],
  ['Other', 'B23', null],
  ['DSE', '8610 MKII', 'deep-sea'],
  ['ComAp', 'InteliLite 4', 'comap-intelilite'],
  ['ComAp', 'InteliGen NT', 'comap-export'],
  [null, null, null],
  ['Acme', null, null],
])('%s %s is proposed as %s', (maker, model, name) => expect(proposeMeter(maker, model)).toBe(name))

const pro3em = { mac: 'EC62608ABCDE', model: 'SPEM-003CEBEU', gen: 2, profile: 'triphase' }
test.each<[string, unknown, object | null]>([
  ['three phases', pro3em, { kind: 'shelly', choose: 'shelly-rpc', serial: 'EC62608ABCDE' }],
  ['the next generation', { ...pro3em, model: 'S3EM-003CXCEU63', gen: 3 }, { kind: 'shelly' }],
  ['single phases', { ...pro3em, profile: 'monophase' }, { kind: 'shelly-other', choose: null }],
  ['two clamps', { ...pro3em, model: 'SPEM-002CEBEU50' }, { kind: 'shelly-other', choose: null }],
  ['the first generation', { mac: 'a4cf12f45fe8', type: 'SHEM-3', auth: false }, { kind: 'shelly-other' }],
  ['a plug', { ...pro3em, model: 'SNPL-00112EU' }, null],
  ['no card', { ...pro3em, mac: '<script>' }, null],
  ['no model', { mac: pro3em.mac, gen: 2 }, null],
  ['another type of everything', { mac: pro3em.mac, model: ['SPEM-003'], gen: '2', profile: {} }, null],
  ['no object', [], null],
])('a Shelly with %s', (_, answer, said) => {
  const read = readShellyAnswer(JSON.stringify(answer))
  if (said === null) expect(read).toBeNull()
  else expect(read).toMatchObject(said)
})
test('what a Shelly writes is cleaned and cut', () => {
  const model = `SPEM-003\u0000\u202e\u001b[0m <b>${'x'.repeat(500)}`
  const read = readShellyAnswer(JSON.stringify({ ...pro3em, model }))
  expect(read?.model).toMatch(/^SPEM-003 ?\[0m <b>x+$/)
  expect(read?.model?.length).toBeLessThanOrEqual(64)
  expect(readShellyAnswer(JSON.stringify({ ...pro3em, model: 'x'.repeat(2_000) }))).toBeNull()
  for (const text of ['', '{', 'null', '[[[[', '"SPEM-003"']) expect(readShellyAnswer(text)).toBeNull()
})

const found = (address: string, over: Partial<FoundMeter> = {}): FoundMeter => ({
  ...{ address, port: 502, kind: 'modbus', maker: null, model: null, serial: null, choose: null },
  ...over,
})
test('what can be used comes first, and stays where everything answers', () => {
  let list: readonly FoundMeter[] = []
  for (let one = 1; one <= 254; one += 1) {
    list = withFound(list, found(`10.0.0.${one}`, { kind: 'modbus-silent' }))
    list = withFound(list, found(`10.0.0.${one}`, { kind: 'mqtt', port: 1883, choose: 'victron-mqtt' }))
  }
  list = withFound(list, found('10.0.1.20'))
  list = withFound(list, found('10.0.1.3'))
  list = withFound(list, found('10.0.1.9', { kind: 'sunspec', choose: 'sunspec' }))
  expect(list).toHaveLength(mostFound)
  expect(list.slice(0, 4).map(({ address }) => address)).toEqual([
    '10.0.1.9',
    '10.0.1.3',
    '10.0.1.20',
    '10.0.0.1',
  ])
  expect(list.every(({ kind }) => kind !== 'modbus-silent')).toBe(true)
})

test('addresses and names of all that is wired', () => {
  expect(
    hostsIn([
      {
        meter: { kind: 'modbus-tcp', host: 'Meter.Ship ', preset: 'eastron-sdm630' },
        heartbeat: [{ kind: 'modbus-coil', host: '10.0.0.8' }, { kind: 'file' }],
        sets: [{ running: { kind: 'signal-k', baseUrl: 'http://signalk.local:3000' } }],
        tell: null,
      },
      { broker: 'mqtts://user:secret@10.0.0.9:8883' },
      { baseUrl: 'http://[fe80::1]:3000', path: 'http', topic: 'mqtt://' },
      null,
    ]),
  ).toEqual(['meter.ship', '10.0.0.8', 'signalk.local', '10.0.0.9', 'fe80::1'])
  expect(hostsIn(undefined)).toEqual([])
})
