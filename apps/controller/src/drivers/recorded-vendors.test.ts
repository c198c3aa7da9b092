import { DeviceDetailSchema, type DeviceReading } from '@shipminer/contract/telemetry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMinerConf, sameSettings, WORK_MODE, withWorkMode, workModeOf } from './antminer/antminer-conf.ts'
import { antminerReading } from './antminer/antminer-reading.ts'
import { readAvalonFields } from './avalon/avalon-fields.ts'
import { avalonFields, withAvalonFields } from './avalon/avalon-reading.ts'
import { readingFromReplies } from './cgminer/cgminer-reading.ts'
import { classifyReply } from './cgminer/cgminer-write.ts'
import { parseReply, replyTo } from './cgminer/parse-reply.ts'
import { isRow } from './cgminer/values.ts'
import { fixture } from './fixtures/fixtures.ts'
import { jsonBody } from './http/json-body.ts'
import { luxosPower } from './luxos/luxos-driver.ts'
import { emptyReading } from './reading.ts'
import { sealminerIdentity, sealminerStats, withSealminerStats } from './sealminer/sealminer-reading.ts'
import { vnishIdentity, vnishReading } from './vnish/vnish-reading.ts'
import { parseV3, takeFrame } from './whatsminer/v3-client.ts'
import { v3Identity, v3Reading } from './whatsminer/v3-reading.ts'

const address = { host: '192.0.2.7', port: 4433 }

/** What a dialect makes of the answers of a device. */
type Reader = (answers: ReadonlyMap<string, Buffer>) => DeviceReading | null

const STEADY = [
  'hashrateGhs',
  'expectedHashrateGhs',
  'powerWatts',
  'temperatureC',
  'inletTemperatureC',
  'outletTemperatureC',
  'uptimeSeconds',
  'acceptedShares',
  'rejectedShares',
  'acceptedDifficulty',
  'bestShareDifficulty',
  'blocksFound',
] as const

function checkSane(reading: DeviceReading): void {
  const walk = (value: unknown): void => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value}`)
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one)
  }
  walk(reading)
  DeviceDetailSchema.parse(reading)
}

/** Truncated at any byte, an answer may lack figures, but must never give different ones, and never throws. */
function checkEveryCut(answers: ReadonlyMap<string, Buffer>, read: Reader): void {
  const whole = read(answers)
  if (whole === null) throw new Error('the whole answers cannot be read')
  checkSane(whole)
  for (const [name, bytes] of answers) {
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = read(new Map(answers).set(name, bytes.subarray(0, length)))
      if (cut === null) continue
      checkSane(cut)
      for (const key of STEADY) {
        if (cut[key] !== null && cut[key] !== whole[key])
          throw new Error(`${name} cut at ${length}: ${key} ${cut[key]}, not ${whole[key]}`)
      }
    }
  }
}

function answersOf(device: string, names: readonly string[]): Map<string, Buffer> {
  return new Map(names.map((name) => [name, fixture(device, name)]))
}

const reply = (answers: ReadonlyMap<string, Buffer>, name: string) => {
  const parsed = parseReply(answers.get(name) ?? Buffer.alloc(0))
  return { reply: replyTo(parsed, name), partial: parsed.kind !== 'replies' || parsed.partial }
}

describe('a Whatsminer by its third API', () => {
  const names = [
    'get_device_info',
    'get_miner_status_summary',
    'get_miner_status_pools',
    'get_miner_status_edevs',
  ]
  const answers = answersOf('asic-rs-whatsminer-v3', names)
  const isWhole = (bytes: Buffer | undefined) => bytes?.toString().trimEnd().endsWith('}') === true
  const read: Reader = (given) => {
    const [info, summary, pools, edevs] = names.map((name) => {
      const bytes = given.get(name) ?? Buffer.alloc(0)
      return parseV3(bytes, !isWhole(bytes)) ?? undefined
    })
    return v3Reading({ info, summary, pools, edevs })
  }

  test('is read in the units of the product', () => {
    expect(read(answers)).toMatchObject({
      state: 'mining',
      hashrateGhs: 171_259,
      expectedHashrateGhs: 181_051,
      powerWatts: 3156,
      temperatureC: 82,
      inletTemperatureC: 28.5,
      fanRpm: [5400, 5280],
      uptimeSeconds: 50_000,
      acceptedDifficulty: null,
      flags: [],
    })
    const info = parseV3(fixture('asic-rs-whatsminer-v3', 'get_device_info'), false)
    expect(info === null ? null : v3Identity(address, info)).toMatchObject({
      key: 'mac:ce:02:01:00:8c:36',
      model: 'M60S_VK40',
      firmware: '20251209.16.Rel2',
      serial: 'BTM3CS40HD24083100000000000000000',
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)

  test('frames in any pieces, and nonsense in their place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const taken = takeFrame(Buffer.from(bytes))
        if (taken === null || taken === 'too-long') return
        expect(taken.body.length + taken.rest.length + 4).toBe(bytes.length)
      }),
    )
    expect(takeFrame(Buffer.from('SSH-2.0'))).toBe('too-long')
    expect(takeFrame(Buffer.alloc(4))).toMatchObject({ body: Buffer.alloc(0) })
  })
})

describe('LuxOS', () => {
  const answers = answersOf('asic-rs-luxminer', ['stats', 'summary', 'pools', 'power'])
  const read: Reader = (given) => {
    const [stats, summary, pools] = ['stats', 'summary', 'pools'].map((name) => reply(given, name))
    const reading = antminerReading({
      stats: stats?.reply ?? null,
      summary: summary?.reply ?? null,
      pools: pools?.reply ?? null,
      partial: [stats, summary, pools].some((one) => one?.partial === true),
    })
    const power = luxosPower(reply(given, 'power').reply)
    return reading === null ? null : { ...reading, powerWatts: power?.watts ?? null }
  }

  test('is read, its power as the estimate that it is', () => {
    expect(read(answers)).toMatchObject({
      state: 'mining',
      hashrateGhs: 59_756.06,
      expectedHashrateGhs: 61_954.2,
      powerWatts: 1051,
      temperatureC: 47,
      fanRpm: [1920, 1920, 2340, 2340],
    })
    expect(luxosPower(reply(answers, 'power').reply)).toEqual({ watts: 1051, isMeasured: false })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('an Avalon', () => {
  const names = ['summary', 'devs', 'pools', 'litestats']
  const answers = answersOf('asic-rs-avalonminer', names)
  const read: Reader = (given) => {
    const [summary, devs, pools, stats] = names.map((name) => reply(given, name))
    const reading = readingFromReplies({
      summary: summary?.reply ?? null,
      devs: devs?.reply ?? null,
      pools: pools?.reply ?? null,
      partial: [summary, devs, pools].some((one) => one?.partial === true),
    })
    const fields = avalonFields(stats?.reply ?? null)
    return reading === null || fields === null ? reading : withAvalonFields(reading, fields)
  }

  test('that rests is no miner, whatever its average says', () => {
    expect(read(answers)).toMatchObject({
      state: 'sleeping',
      hashrateGhs: 0,
      powerWatts: 0,
      inletTemperatureC: 26,
      fanRpm: [0, 0, 0, 0],
    })
  })

  test('of the older form tells its power and its fans', () => {
    const fields = avalonFields(
      reply(answersOf('asic-rs-avalonminer', ['avalon_a_stats']), 'avalon_a_stats').reply,
    )
    if (fields === null) throw new Error('not read')
    const reading = { ...emptyReading('mining'), hashrateGhs: 81_072 }
    expect(withAvalonFields(reading, fields)).toMatchObject({
      state: 'mining',
      powerWatts: 3189,
      temperatureC: 77,
      fanRpm: [5344, 5392, 5349, 5309],
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)

  test('packed figures: brackets in values, names twice, no end', () => {
    const fields = readAvalonFields(
      "'STATS':{Ver[a[1]b] DNA[<DELETED>] PS[0 1 -] Ver[later] Nonce Mask[25]} Cut[1 2",
    )
    expect([...fields]).toEqual([
      ['Ver', 'a[1]b'],
      ['DNA', '<DELETED>'],
      ['PS', '0 1 -'],
      ['Nonce Mask', '25'],
    ])
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ' ', 'A', '1', "'") }), (text) => {
        readAvalonFields(text)
      }),
    )
  })

  test('orders are answered with information, which is success', () => {
    const answer = reply(answersOf('asic-rs-avalonminer', ['ascset_softoff']), 'ascset_softoff').reply
    expect(answer === null ? null : classifyReply(answer).kind).toBe('done')
  })
})

describe('a SealMiner', () => {
  const answers = answersOf('asic-rs-sealminer', ['summary', 'sealminer-pools', 'stats'])
  const read: Reader = (given) => {
    const [summary, pools] = ['summary', 'sealminer-pools'].map((name) => reply(given, name))
    const reading = readingFromReplies({
      summary: summary?.reply ?? null,
      devs: null,
      pools: pools?.reply ?? null,
      partial: summary?.partial === true || pools?.partial === true,
    })
    return reading === null ? null : withSealminerStats(reading, sealminerStats(reply(given, 'stats').reply))
  }
  const stats = sealminerStats(reply(answers, 'stats').reply)

  test('is read at the rate of its chips, not at that of its shares', () => {
    const reading = read(answers)
    expect(reading).toMatchObject({
      state: 'mining',
      expectedHashrateGhs: 221_663.472,
      powerWatts: 3504,
      temperatureC: 70,
      fanRpm: [3723, 3723, 3753, 3723],
      uptimeSeconds: 2481,
      acceptedDifficulty: 41_746_432,
      flags: [],
    })
    expect(reading?.hashrateGhs).toBeCloseTo(220_407.637, 2)
    expect(reading?.boards).toHaveLength(3)
    expect(reading?.boards[1]).toMatchObject({ temperatureC: 70, chipsOk: 153, chipsTotal: 153, dead: false })
    const sum = reading?.boards.reduce((total, board) => total + (board.hashrateGhs ?? Number.NaN), 0)
    expect(Math.round((sum ?? 0) / 1000)).toBe(220)
    expect(sealminerIdentity(address, stats.rows[0] ?? {})).toMatchObject({
      key: 'mac:02:00:00:00:00:5e',
      model: 'SealMiner A2',
      firmware: '2025091001',
      serial: 'S100000000000004',
    })
  })

  test('has no known rate without the figures of its chips', () => {
    expect(read(new Map(answers).set('stats', Buffer.alloc(0)))).toMatchObject({
      state: 'mining',
      hashrateGhs: null,
      powerWatts: null,
    })
  })

  test('at rate 0 is idle, and at fault when no board is online', () => {
    const told = (change: Record<string, unknown>) => {
      const rows = [{ ...stats.rows[0], 'MHS(30s)': 0, ...change }]
      return withSealminerStats(emptyReading('mining'), { rows, complete: true })
    }
    expect(told({})).toMatchObject({ state: 'idle', hashrateGhs: 0, flags: [] })
    expect(told({ '0 Online': false, '1 Online': false, '2 Online': false })).toMatchObject({
      state: 'fault',
      flags: ['dead-board'],
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('VNish', () => {
  const answers = answersOf('made-vnish', ['miner_summary'])
  const read: Reader = (given) => {
    const body = given.get('miner_summary') ?? Buffer.alloc(0)
    const parsed = jsonBody({ status: 200, headers: {}, body, complete: true })
    return parsed === null ? null : vnishReading(parsed.row, 'GH/s', parsed.partial)
  }

  test('is read without the pool of its fee', () => {
    const reading = read(answers)
    expect(reading).toMatchObject({
      state: 'mining',
      hashrateGhs: 94_500.5,
      powerWatts: 3250,
      temperatureC: 71,
      uptimeSeconds: 7200,
      acceptedShares: 900,
      acceptedDifficulty: 235_929_600,
      flags: ['dead-board'],
    })
    expect(reading?.pools.map(({ url, status, active }) => [url, status, active])).toEqual([
      ['pool.example:3333', 'alive', true],
      ['backup.example:3333', 'dead', false],
    ])
    const info: unknown = JSON.parse(fixture('made-vnish', 'info').toString())
    expect(isRow(info) ? vnishIdentity(address, info) : null).toMatchObject({
      key: 'mac:02:00:00:00:00:1b',
      model: 'Antminer S19',
      firmware: 'VNish 1.3.4',
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

test('the configuration of a stock Antminer: a mode changes nothing else', () => {
  const conf: unknown = JSON.parse(fixture('proto-fleet-antminer-stock', 'get_miner_conf').toString())
  if (!isRow(conf)) throw new Error('no configuration')
  expect(isMinerConf(conf)).toBe(true)
  expect(isMinerConf({ error: 'Illegal request!' })).toBe(false)
  expect(workModeOf(conf)).toBe(0)
  const asleep = withWorkMode(conf, WORK_MODE.sleep)
  expect(asleep).toEqual({ ...conf, 'bitmain-work-mode': '1', 'miner-mode': 1, 'freq-level': '' })
  expect(workModeOf(asleep)).toBe(1)
  expect(sameSettings(conf, asleep)).toBe(true)
  expect(sameSettings(conf, { ...asleep, pools: [] })).toBe(false)
  expect(sameSettings(conf, { ...asleep, 'bitmain-fan-pwm': '50' })).toBe(false)
})

test('what Whatsminers answered to orders is understood', () => {
  const answer = reply(answersOf('proto-fleet-whatsminer-stock', ['power_off']), 'power_off').reply
  expect(answer === null ? null : classifyReply(answer).kind).toBe('done')
})
