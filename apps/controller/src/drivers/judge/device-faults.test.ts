import { type DeviceFault, DeviceFaultsSchema, type DeviceReading } from '@shipminer/contract/telemetry'
import { afterEach, describe, expect, test } from 'vitest'
import { buildIdentity } from '../../poll/test-readings.ts'
import { webFaults } from '../antminer/antminer-web.ts'
import { avalonFaults } from '../avalon/avalon-faults.ts'
import { readAvalonFields } from '../avalon/avalon-fields.ts'
import { braiinsFaults } from '../braiins/braiins-driver.ts'
import { parseReply, replyTo } from '../cgminer/parse-reply.ts'
import { answerFrom, type FakeServer, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { jsonBody } from '../http/json-body.ts'
import { luxosFaults } from '../luxos/luxos-driver.ts'
import { emptyReading } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { vnishReading } from '../vnish/vnish-reading.ts'
import { faultsFromCodes, faultsFromSummary, whatsminerFault } from '../whatsminer/error-codes.ts'
import { createWhatsminerDriver } from '../whatsminer/v2-driver.ts'
import { v3Reading } from '../whatsminer/v3-reading.ts'
import { faultFromWords, withFaults } from './faults.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
/** Meaning, place and code of each, as one word. */
const brief = (faults: readonly DeviceFault[] | null) =>
  faults?.map(({ meaning, place, code }) => [meaning, place, code].filter((one) => one !== null).join(' '))

describe('Whatsminer', () => {
  test.each([
    ['110', 'fan-still', 1],
    ['131', 'fan-still', 2],
    ['140', 'fan-fast', null],
    ['202', 'psu-output', null],
    ['206', 'mains-low', null],
    ['216', 'psu', null],
    ['264', 'psu-link', null],
    ['302', 'board-sensor', 3],
    ['329', 'sensor', null],
    ['350', 'board-hot', 1],
    ['412', 'board-data', 3],
    ['532', 'board-missing', 3],
    ['541', 'board-chips', 2],
    ['600', 'air-hot', null],
    ['712', 'control-restart', null],
    ['2010', 'pool-off', null],
    ['2021', 'pool-lost', 2],
    ['2320', 'rate-low', null],
    ['5070', 'water-flow', 1],
    ['5110', 'board-slow', 1],
    ['5203', 'board-chips', 1],
    ['542117', 'board-chips', 3],
    ['100001', 'firmware-damaged', null],
    ['999', 'unknown', null],
    ['12345', 'unknown', null],
    ['539', 'unknown', null],
  ] as const)('%s is %s of %s', (code, meaning, place) => {
    expect(whatsminerFault(code)).toEqual({ code, meaning, place, text: null })
  })

  test('the first generation names its codes in the summary', () => {
    expect(
      brief(faultsFromSummary({ 'Error Code Count': 2, 'Error Code 0': 110, 'Error Code 1': '531' })),
    ).toEqual(['fan-still 1 110', 'board-missing 2 531'])
    expect(faultsFromSummary({ 'Error Code Count': 0 })).toEqual([])
    expect(faultsFromSummary({ 'Error Code Count': 3 })).toBeNull()
    expect(faultsFromSummary({ Elapsed: 3 })).toBeNull()
  })

  test('the second in a list of its own, in every form it was seen in, each once', () => {
    const recorded = replyTo(parseReply(fixture('asic-rs-whatsminer-v2', 'get_error_code')), 'get_error_code')
    expect(brief(faultsFromCodes(recorded?.message?.error_code))).toEqual([
      'mains-low 218',
      'fan-still 1 110',
    ])
    expect(brief(faultsFromCodes(['110', 110, 'x', null, { 110: 'again' }]))).toEqual(['fan-still 1 110'])
    expect(faultsFromCodes('110')).toEqual([])
  })

  test('the third in what it tells of the device, with its own words', () => {
    const reply = (message: object) => ({ code: 0, when: 1, message, partial: false }) as never
    const info = reply({
      'error-code': [{ 264: '2026-05-23 09:19:10', reason: 'Power xfer error. code: 0xff' }],
      miner: { working: 'true' },
    })
    const summary = reply({ summary: { 'hash-realtime': 180 } })
    expect(v3Reading({ info, summary, pools: undefined, edevs: undefined })?.faults).toEqual([
      { code: '264', meaning: 'psu-link', place: null, text: 'Power xfer error. code: 0xff' },
    ])
  })

  test('a poll brings them along, and they stay until the device takes them back', async () => {
    const table: Record<string, string | Buffer> = Object.fromEntries(
      ['summary', 'devs', 'pools', 'status', 'get_error_code'].map((command) => [
        command,
        fixture('asic-rs-whatsminer-v2', command),
      ]),
    )
    const server = await startTcp(answerFrom(table))
    servers.push(server)
    const driver = createWhatsminerDriver()
    const address = { host: server.host, port: server.port }
    const known = buildIdentity({ driver: 'whatsminer', key: 'net:127.0.0.1:4028' })
    const poll = async () => {
      const outcome = await driver.poll(address, known, { timeoutMs: 5_000 })
      return outcome.ok ? brief(outcome.reading.faults) : outcome.reason
    }
    expect(await poll()).toEqual(['mains-low 218', 'fan-still 1 110'])
    table.get_error_code = '{"STATUS":"S","When":1,"Code":131,"Msg":{"error_code":[]},"Description":""}'
    for (let count = 1; count < 12; count += 1) expect(await poll()).toHaveLength(2)
    expect(await poll()).toEqual([])
  })
})

test('Antminer: what its page shows as its state', () => {
  const page = (status: object[]) => webFaults({ SUMMARY: [{ rate_5s: 1, status }] })
  expect(page([{ type: 'rate', status: 's', code: 0, msg: '' }])).toEqual([])
  expect(
    brief(
      page([
        { type: 'fans', status: 'e', code: 0, msg: 'ERROR_FAN_LOST' },
        { type: 'temp', status: 'e', code: 3, msg: '' },
        { type: 'network', status: 'e', code: 0, msg: '' },
        { type: 'odd', status: 'e', code: 0, msg: '?' },
      ]),
    ),
  ).toEqual(['fan-still', 'too-hot temp 3', 'network', 'unknown'])
  expect(webFaults({ SUMMARY: [{}] })).toBeNull()
  expect(webFaults({})).toBeNull()
})

test('Avalon: the bits of unit, boards and power supply', () => {
  const faults = (text: string) => brief(avalonFaults(readAvalonFields(text)))
  expect(faults('ECHU[0 0 0] ECMM[0] PS[0 1214] FanErr[0]')).toEqual([])
  expect(faults('ECHU[0 640 0] ECMM[4] PS[1 1214] FanErr[2]')).toEqual([
    'fan-still ECMM 4',
    'board-hot 2 ECHU 128',
    'board-chips 2 ECHU 512',
    'mains-low PS 1',
    'fan-still FanErr 2',
  ])
  expect(faults('ECMM[1] ECHU[51]')).toEqual([])
  expect(faults('ECMM[8]')).toEqual(['unknown ECMM 8'])
  expect(faults('ECMM[4294967295] ECHU[-1] PS[x]')).toEqual([])
})

test('VNish: of the unit, of a board and of a fan', () => {
  const summary = (status: object, fan = 'ok') => ({
    miner: {
      hr_realtime: 1,
      miner_status: { miner_state_time: 1, ...status },
      chains: [{ id: 2, status: { state: 'failure', description: 'chain break: 12 of 76 chips' } }],
      cooling: { fans: [{ id: 0, status: fan, rpm: 0 }] },
    },
  })
  const faults = (row: object) => brief(vnishReading(row as never, 'GH/s', false)?.faults ?? null)
  expect(faults(summary({ miner_state: 'mining' }, 'lost'))).toEqual(['board 2', 'fan-still 1'])
  expect(
    faults(summary({ miner_state: 'failure', description: 'Overheat protection', failure_code: 14 })),
  ).toEqual(['too-hot 14', 'board 2'])
})

test('LuxOS: events that are no faults are left out', () => {
  const reply = (events: object[]) =>
    replyTo(parseReply(Buffer.from(JSON.stringify({ STATUS: [{ STATUS: 'S' }], EVENTS: events }))), 'events')
  expect(
    brief(
      luxosFaults(
        reply([
          { Code: 'MINER_TUNED', Description: 'tuned' },
          { Code: 'SHUTDOWN_USER' },
          { Code: 'FAN_FAILURE', Description: 'Fan 2 lost', Target: 'FAN', ID: 1 },
          { Code: 'PSU_FAILURE', Description: '' },
        ]),
      ),
    ),
  ).toEqual(['fan-still 2 FAN_FAILURE', 'psu PSU_FAILURE'])
  expect(
    luxosFaults(replyTo(parseReply(Buffer.from('{"STATUS":[{"STATUS":"E","Code":14}]}')), 'events')),
  ).toBeNull()
})

test('Braiins: with the part that it names', () => {
  expect(
    brief(
      braiinsFaults(
        {
          errors: [
            {
              message: 'Fan is not spinning',
              error_codes: [{ code: 'F001' }],
              components: [{ name: 'Fan', index: 0 }],
            },
            { message: 'Failed', error_codes: [], components: [{ name: 'Hashboard', index: 2 }] },
          ],
        },
        0,
      ),
    ),
  ).toEqual(['fan-still 1 F001', 'board 3'])
  expect(braiinsFaults({}, 0)).toBeNull()
})

test('Braiins: of a recorded log of weeks only what is of now stands', () => {
  const body = fixture('asic-rs-braiins-v26_04', 'miner_errors')
  const log = jsonBody({ status: 200, headers: {}, body, complete: true })?.row ?? null
  const at = (text: string) => new Set(brief(braiinsFaults(log, Date.parse(text))))
  // Its last entry is of 08:16:48: a pool whose name was not found.
  expect(at('2026-04-08T08:20:00Z')).toEqual(new Set(['pool-lost']))
  expect(at('2026-04-09T08:20:00Z')).toEqual(new Set())
  // In those minutes a short circuit took its sensors and boards along.
  expect(at('2026-03-20T21:30:00Z')).toEqual(new Set(['sensor', 'psu V2', 'board H1', 'board 2']))
})

test('LuxOS: of recorded events the restart of a board of yesterday does not stand any more', () => {
  const recorded = fixture('asic-rs-luxminer', 'events').toString()
  const faults = (text: string) => brief(luxosFaults(replyTo(parseReply(Buffer.from(text)), 'events')))
  expect(faults(recorded)?.map((one) => one.split(' ').at(-1))).toEqual(['NOPIC_PROTECTION'])
  // The same an hour after it happened, and right then.
  const then = (seconds: number) => recorded.replace('1775756069', `${1_775_619_507 + seconds}`)
  expect(faults(then(3_600))).toHaveLength(1)
  expect(faults(then(60))).toHaveLength(2)
})

test('of more codes than a box may report the first are kept, and none is lost for the number of them', () => {
  const codes = Array.from({ length: 60 }, (_, number) => ({ [String(1_000 + number)]: 'x' }))
  const faults = faultsFromCodes(codes)
  expect(faults).toHaveLength(32)
  expect(DeviceFaultsSchema.parse(faults)).toEqual(faults)
})

test('words in every spelling', () => {
  const meaning = (text: string) => faultFromWords(text).meaning
  expect(meaning('ERROR_TEMP_TOO_HIGH')).toBe('too-hot')
  expect(meaning('ERROR_TEMP_TOO_LOW')).toBe('too-cold')
  expect(meaning('ERROR_TEMP_LOST')).toBe('sensor')
  expect(meaning('ERROR_FAN_LOST')).toBe('fan-still')
  expect(meaning('ERROR_POWER_LOST')).toBe('psu')
  expect(meaning('EEPROM load fail')).toBe('board-data')
  expect(meaning('')).toBe('unknown')
})

test('what could not be looked at stays as it was, and a list has an end', async () => {
  const look = createSlowLook()
  const idle = (): DeviceReading => emptyReading('idle')
  const one = faultFromWords('fan lost')
  expect((await look.add('a', idle(), async () => [one])).faults).toEqual([one])
  for (let count = 0; count < 3; count += 1)
    expect((await look.add('a', idle(), async () => null)).faults).toEqual([one])
  const many = Array.from({ length: 99 }, (_, place) => faultFromWords('fan', { place }))
  expect(withFaults(idle(), many).faults).toHaveLength(32)
})
