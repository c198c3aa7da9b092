import { DeviceDetailSchema, type DeviceReading } from '@shipminer/contract/telemetry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSince } from '../../poll/counters.ts'
import { isMinerConf, sameSettings, WORK_MODE, withWorkMode, workModeOf } from '../antminer/antminer-conf.ts'
import { antminerReading } from '../antminer/antminer-reading.ts'
import { auradineIdentity, withAuradineDocuments } from '../auradine/auradine-reading.ts'
import { readAvalonFields } from '../avalon/avalon-fields.ts'
import { avalonFields, withAvalonFields } from '../avalon/avalon-reading.ts'
import { braiinsReading } from '../braiins/braiins-rest.ts'
import { readingFromReplies } from '../cgminer/cgminer-reading.ts'
import { classifyReply } from '../cgminer/cgminer-write.ts'
import { parseReply, replyTo } from '../cgminer/parse-reply.ts'
import { isRow } from '../cgminer/values.ts'
import { type ElphapexAnswers, elphapexReading } from '../elphapex/elphapex-reading.ts'
import { epicIdentity, epicReading } from '../epic/epic-reading.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { hammerReading, typeIn } from '../hammer/hammer-reading.ts'
import { jsonBody } from '../http/json-body.ts'
import { luxosPower } from '../luxos/luxos-driver.ts'
import { protoFaults, protoIdentity, protoReading } from '../proto/proto-reading.ts'
import { emptyReading } from '../reading.ts'
import {
  sealminerIdentity,
  sealminerReading,
  sealminerStats,
  withSealminerStats,
} from '../sealminer/sealminer-reading.ts'
import { vnishIdentity, vnishReading } from '../vnish/vnish-reading.ts'
import { parseV3, takeFrame } from '../whatsminer/v3-client.ts'
import { v3Identity, v3Reading } from '../whatsminer/v3-reading.ts'

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
    const [stats, summary, pools] = ['stats', 'summary', 'sealminer-pools'].map((name) => reply(given, name))
    return sealminerReading({
      stats: stats?.reply ?? null,
      summary: summary?.reply ?? null,
      pools: pools?.reply ?? null,
      partial: stats?.partial === true || summary?.partial === true || pools?.partial === true,
    })
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
      acceptedShares: 322,
      rejectedShares: 1,
      staleShares: 0,
      acceptedDifficulty: 41_746_432,
      bestShareDifficulty: 33_318_911,
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

  test('has all its shares by the pools that it has, or none', () => {
    const none = { acceptedShares: null, rejectedShares: null, staleShares: null, acceptedDifficulty: null }
    expect(read(new Map(answers).set('sealminer-pools', Buffer.alloc(0)))).toMatchObject(none)
    const pools = { STATUS: [{ STATUS: 'S' }], POOLS: [{ Accepted: 5, Rejected: 1 }, { Accepted: 7 }] }
    expect(read(new Map(answers).set('sealminer-pools', Buffer.from(JSON.stringify(pools))))).toMatchObject({
      ...none,
      acceptedShares: 12,
    })
  })

  test('whose pools were changed has no share counted twice', () => {
    const at = (accepted: number, difficulty: number) => {
      const POOLS = [{ Accepted: accepted, Rejected: 0, Stale: 0, 'Difficulty Accepted': difficulty }]
      const bytes = Buffer.from(JSON.stringify({ STATUS: [{ STATUS: 'S' }], POOLS }))
      return read(new Map(answers).set('sealminer-pools', bytes)) ?? emptyReading(null)
    }
    const before = countSince(null, at(322, 1000), 1_000).totals
    expect(countSince(before, at(2, 30), 31_000).deltas).toMatchObject({
      acceptedShares: 2,
      acceptedDifficultyMilli: 30_000,
    })
  })

  test('at rate 0 is idle, and at fault when no board is online', () => {
    const reported = (change: Record<string, unknown>) => {
      const rows = [{ ...stats.rows[0], 'MHS(30s)': 0, ...change }]
      return withSealminerStats(emptyReading('mining'), { rows, complete: true })
    }
    expect(reported({})).toMatchObject({ state: 'idle', hashrateGhs: 0, flags: [] })
    expect(reported({ '0 Online': false, '1 Online': false, '2 Online': false })).toMatchObject({
      state: 'fault',
      flags: ['dead-board'],
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('Braiins OS by its REST interface', () => {
  const names = ['miner_details', 'miner_stats', 'miner_hw_hashboards', 'cooling_state', 'pools'] as const
  const read: Reader = (given) => {
    const documentIn = (name: (typeof names)[number]): unknown => {
      try {
        return JSON.parse(String(given.get(name)))
      } catch {
        return null
      }
    }
    const rowOf = (name: (typeof names)[number]) => {
      const value = documentIn(name)
      return isRow(value) ? value : null
    }
    const pools = documentIn('pools')
    return braiinsReading({
      details: rowOf('miner_details'),
      stats: rowOf('miner_stats'),
      hashboards: rowOf('miner_hw_hashboards'),
      cooling: rowOf('cooling_state'),
      pools: Array.isArray(pools) ? pools : null,
    })
  }
  const answers = answersOf('asic-rs-braiins-v25_07', names)

  test('is read: rate, power, temperature, fans, boards, pools and shares', () => {
    expect(read(answers)).toMatchObject({
      state: 'mining',
      hashrateGhs: 141_463.56540072063,
      expectedHashrateGhs: 142_876.598290866,
      powerWatts: 3137,
      temperatureC: 70.5,
      fanRpm: [5904, 5874, 5874, 5904],
      uptimeSeconds: 69_685,
      acceptedShares: 10_464,
      rejectedShares: 18,
      staleShares: 0,
      acceptedDifficulty: null,
      bestShareDifficulty: 776_342_690,
      blocksFound: 0,
      boards: [
        { index: 1, hashrateGhs: 50_137.72942148807, temperatureC: 70.5, chipsTotal: 110, dead: false },
        { index: 2, dead: false },
        { index: 3, dead: false },
      ],
      pools: [
        { url: 'stratum+tcp://example.pool.com:3333', status: 'alive', active: true, priority: 0 },
        { url: 'stratum+tcp://example.pool2.com:3333', status: 'alive', active: false, priority: 1 },
      ],
      flags: ['power-estimated'],
    })
    expect(read(answersOf('asic-rs-braiins-v26_04', names))).toMatchObject({
      state: 'mining',
      powerWatts: 3480,
      uptimeSeconds: 7039,
      flags: ['power-estimated'],
    })
  })

  test('of a machine without a rate says only what its status says', () => {
    const at = (status: number | null, rate: number | null, uptime = 9_000) =>
      braiinsReading({
        details: status === null ? null : { status, bosminer_uptime_s: uptime },
        stats: {
          miner_stats: { real_hashrate: { last_5s: { gigahash_per_second: rate } } },
          power_stats: { approximated_consumption: { watt: 0 } },
        },
        hashboards: { hashboards: [{ id: '2', enabled: false }] },
        cooling: {},
        pools: [{ pools: [{ url: 'a:1', alive: false, enabled: true }] }],
      })
    expect(at(3, 0)).toMatchObject({
      state: 'sleeping',
      powerWatts: 0,
      flags: expect.arrayContaining(['pool-dead', 'dead-board']),
    })
    expect(at(3, 5)).toMatchObject({ state: 'mining', powerWatts: null })
    expect(at(2, 0)?.state).toBe('idle')
    expect(at(2, 0, 60)?.state).toBe('starting')
    for (const status of [0, 1, 4, 9, null]) expect(at(status, 0)?.state, `${status}`).toBeNull()
    expect(at(2, null)).toMatchObject({ state: null, hashrateGhs: null })
    expect(at(null, 0)?.flags).toContain('partial-answer')
    expect(braiinsReading({ details: null, stats: null, hashboards: {}, cooling: {}, pools: [] })).toBeNull()
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('a Proto Rig', () => {
  const names = ['mining', 'telemetry_full', 'pools', 'cooling'] as const
  const rowOf = (given: ReadonlyMap<string, Buffer>, name: string) => {
    try {
      const value: unknown = JSON.parse(String(given.get(name)))
      return isRow(value) ? value : null
    } catch {
      return null
    }
  }
  const read = (given: ReadonlyMap<string, Buffer>, isSecured = false) =>
    protoReading({
      isSecured,
      mining: rowOf(given, 'mining'),
      telemetry: rowOf(given, 'telemetry_full'),
      pools: rowOf(given, 'pools'),
      cooling: rowOf(given, 'cooling'),
    })
  const answers = answersOf('asic-rs-proto', names)

  test('is read at its present rate and at the input of its supplies', () => {
    const reading = read(answers)
    expect(reading).toMatchObject({
      state: 'mining',
      expectedHashrateGhs: 145_000,
      temperatureC: 71.90268170247448,
      fanRpm: [4346, 4691, 4658, 4443],
      uptimeSeconds: 28,
      acceptedShares: 24_690,
      rejectedShares: 20,
      acceptedDifficulty: null,
      pools: [
        { url: 'stratum+tcp://pool-a.example.com:3333', status: 'alive', active: true, priority: 0 },
        { url: 'stratum+tcp://pool-b.example.com:4444', priority: 1 },
      ],
      flags: [],
    })
    expect(reading?.hashrateGhs).toBeCloseTo(135_475.676, 2)
    expect(reading?.powerWatts).toBeCloseTo(3526.337, 2)
    expect(reading?.boards).toMatchObject([
      { index: 0, temperatureC: 55.241942214972724, dead: false },
      { index: 1 },
      { index: 2 },
      { index: 3 },
    ])
    expect(reading?.boards[0]?.hashrateGhs).toBeCloseTo(36_448.48, 2)
    const identity = protoIdentity(address, JSON.parse(String(fixture('asic-rs-proto', 'system'))), null)
    expect(identity).toMatchObject({
      key: 'serial:PROTO-SIM-b6bdaf86',
      make: 'Proto',
      model: 'Proto Rig',
      firmware: 'ProtoOS 1.8.0',
    })
  })

  test('without its telemetry has no boards, and the power that mining takes', () => {
    const open = answersOf('asic-rs-proto', ['mining', 'pools', 'cooling'])
    expect(read(open, true)).toMatchObject({
      state: 'mining',
      hashrateGhs: 141_147.4350314711,
      powerWatts: 3447.008523267969,
      temperatureC: 71.90268170247448,
      boards: [],
      flags: [],
    })
    expect(read(open)).toMatchObject({
      state: 'mining',
      hashrateGhs: null,
      powerWatts: null,
      temperatureC: null,
      flags: ['partial-answer'],
    })
  })

  test.each<[string, number | null, string | null]>([
    ['Mining', 0, 'idle'],
    ['Mining', null, 'mining'],
    ['DegradedMining', 5, 'mining'],
    ['PoweringOn', 0, 'starting'],
    ['PoweringOff', 0, null],
    ['PoweringOff', 5, 'mining'],
    ['Stopped', 0, 'sleeping'],
    ['Stopped', 5, 'mining'],
    ['Curtailed', null, 'sleeping'],
    ['NoPools', 0, 'idle'],
    ['Error', 0, 'fault'],
    ['Uninitialized', 0, null],
    ['Hovering', null, null],
  ])('%s at %s GH/s is %s', (status, rate, state) => {
    const mining = {
      'mining-status': { status, hashrate_ghs: rate, average_hashrate_ghs: 9, mining_uptime_s: 9_000 },
    }
    const reading = protoReading({ mining, telemetry: {}, pools: {}, cooling: {}, isSecured: false })
    expect(reading).toMatchObject({ state, hashrateGhs: rate, powerWatts: null, acceptedShares: null })
  })

  test('a board that is gone, a supply that is silent, and a unit that is not known', () => {
    const reading = protoReading({
      mining: {
        'mining-status': { status: 'DegradedMining', hashboards_installed: 2, hashboards_mining: 1 },
      },
      telemetry: {
        miner: { hashrate: { unit: 'PH/s', value: 1 }, power: { unit: 'W', value: 900 } },
        hashboards: [
          { index: 0, hashrate: { unit: 'TH/s', value: 0 } },
          {
            index: 1,
            hashrate: { unit: 'TH/s', value: 7 },
            temperature: { outlet: 50 },
            asics: { temperature: { values: [61, 64] } },
          },
        ],
        psus: [{ power: { unit: 'W', input: 500 } }, {}],
      },
      pools: { pools: [{ url: 'a:1', status: 'Dead' }] },
      cooling: {},
      isSecured: false,
    })
    expect(reading).toMatchObject({
      hashrateGhs: null,
      powerWatts: 900,
      temperatureC: 64,
      boards: [{ dead: true }, { dead: false, chipsTotal: 2 }],
      flags: ['pool-dead', 'dead-board'],
    })
  })

  test('names its faults', () => {
    const fan = { source: 'fan', slot: 3, error_code: 'FanSlow', message: 'Fan 3 has stalled.', timestamp: 1 }
    expect(protoFaults([fan, { ...fan, expired_at: 5 }])).toEqual([
      { code: 'FanSlow', meaning: 'fan-still', place: 3, text: 'Fan 3 has stalled.' },
    ])
    expect(protoFaults([])).toEqual([])
    expect(protoFaults({ message: 'no' })).toBeNull()
  })

  test('cut at every byte', () => checkEveryCut(answers, (given) => read(given)), 60_000)
})

describe('an Elphapex', () => {
  const rowIn = (given: ReadonlyMap<string, Buffer>, name: string) => {
    const body = jsonBody({
      status: 200,
      headers: {},
      body: given.get(name) ?? Buffer.alloc(0),
      complete: true,
    })
    return body === null || body.partial ? null : body.row
  }
  const answersIn = (given: ReadonlyMap<string, Buffer>): ElphapexAnswers => ({
    stats: rowIn(given, 'web_stats'),
    pools: rowIn(given, 'web_pools'),
    power: rowIn(given, 'get_power'),
    workMode: { mode: 0 },
  })
  const read: Reader = (given) => elphapexReading(answersIn(given))
  const atWork = answersOf('pyasic-elphapex-dg1plus', ['web_stats', 'web_pools'])
  const atRest = answersOf('asic-rs-elphapex', ['web_stats', 'web_pools', 'get_power'])
  const reported = (change: Record<string, unknown>, more: Partial<ElphapexAnswers> = {}) => {
    const answers = answersIn(atRest)
    const [row] = (answers.stats?.STATS ?? []) as Record<string, unknown>[]
    return elphapexReading({ ...answers, stats: { STATS: [{ ...row, ...change }] }, ...more })
  }

  test('at work is read without the work that is none of Bitcoin', () => {
    const reading = read(atWork)
    expect(reading).toEqual({
      state: 'mining',
      hashrateGhs: null,
      expectedHashrateGhs: null,
      powerWatts: null,
      temperatureC: 56.937,
      inletTemperatureC: null,
      outletTemperatureC: null,
      fanRpm: [5340, 5400, 5400, 5400],
      uptimeSeconds: 357_352,
      acceptedShares: 2_095_029,
      rejectedShares: 8888,
      staleShares: 0,
      acceptedDifficulty: null,
      bestShareDifficulty: null,
      blocksFound: null,
      boards: [50.5, 56.937, 51.687, 49.062].map((temperatureC, index) => ({
        index,
        hashrateGhs: null,
        temperatureC,
        chipsOk: null,
        chipsTotal: 204,
        dead: false,
      })),
      // It called two of its pools unreachable that had taken shares within the last seconds.
      pools: ['unknown', 'alive', 'unknown'].map((status, index) => ({
        url: `stratum+tcp://stratum.pool.io:${3333 + index}`,
        user: 'pool_username.real_worker',
        status,
        active: false,
        priority: index,
      })),
      faults: [],
      flags: [],
    })
  })

  test('without a pool is idle, at the temperature of its chips and not of what every machine shows', () => {
    expect(read(atRest)).toMatchObject({
      state: 'idle',
      hashrateGhs: null,
      powerWatts: 25,
      temperatureC: 25.687,
      fanRpm: [420, 420, 420, 1020],
      uptimeSeconds: null,
      acceptedShares: 0,
      boards: [{ index: 3, chipsTotal: 120, temperatureC: 25.687, dead: false }],
      pools: [{ status: 'dead', active: false }, { status: 'dead' }, { status: 'dead' }],
      flags: ['pool-dead'],
    })
  })

  test('that makes nothing says why only where it is told', () => {
    expect(reported({}, { workMode: { mode: 1 } })?.state).toBe('sleeping')
    expect(reported({}, { workMode: { mode: null } })?.state).toBe('idle')
    expect(reported({}, { workMode: null })?.state).toBeNull()
    expect(reported({ rate_5s: undefined })?.state).toBeNull()
    expect(reported({ rate_5s: -1 })?.state).toBeNull()
    expect(reported({ rate_5s: '12.5' }, { workMode: null })?.state).toBe('mining')
    expect(reported({ elapsed: 40 })?.state).toBe('starting')
    const chain = [{ index: 0, asic_num: 0, sn: 'A1', temp_chip: ['', '47', 0, null] }]
    expect(reported({ chain })).toMatchObject({
      state: 'fault',
      temperatureC: null,
      boards: [{ dead: true, chipsTotal: null }],
      flags: ['pool-dead', 'dead-board'],
    })
    const half = [
      { asic_num: 120, rate_real: 0 },
      { asic_num: 120, rate_real: 9 },
    ]
    expect(reported({ rate_5s: 9, chain: half })?.boards.map(({ dead }) => dead)).toEqual([true, false])
  })

  test('without its pools, or in use of the first', () => {
    expect(reported({}, { pools: null })).toMatchObject({
      pools: [],
      acceptedShares: null,
      flags: ['partial-answer'],
    })
    const pools = {
      POOLS: [
        { url: 'a:1', status: 'Alive', priority: 0 },
        { url: '', status: 'Unreachable', priority: 1 },
        { url: 'b:1', status: 'Disabled', priority: 2 },
      ],
    }
    expect(reported({ rate_5s: 5 }, { pools })?.pools).toMatchObject([
      { url: 'a:1', status: 'alive', active: true },
      { url: 'b:1', status: 'disabled', active: false },
    ])
    expect(elphapexReading({ stats: {}, pools, power: null, workMode: null })).toBeNull()
  })

  test('cut at every byte', () => {
    checkEveryCut(atWork, read)
    checkEveryCut(atRest, read)
  }, 60_000)
})

describe('a Hammer', () => {
  const answers = answersOf('pyasic-hammer-d10', ['stats', 'summary'])
  const read = (given: ReadonlyMap<string, Buffer>) => {
    const [stats, summary] = ['stats', 'summary'].map((name) => reply(given, name))
    return hammerReading({
      stats: stats?.reply ?? null,
      summary: summary?.reply ?? null,
      pools: null,
      partial: stats?.partial === true || summary?.partial === true,
    })
  }
  const changed = (name: string, from: RegExp, to: string) => {
    const text = String(answers.get(name))
    expect(text).toMatch(from)
    return new Map(answers).set(name, Buffer.from(text.replace(from, to)))
  }

  test('is read without its work, which is none of Bitcoin, and without shares that contradict each other', () => {
    expect(read(answers)).toEqual({
      ...emptyReading('mining'),
      temperatureC: 45,
      fanRpm: [4650, 4500, 3870, 3930],
      uptimeSeconds: 119_134,
      boards: [45, 42, 40].map((temperatureC, index) => ({
        index: index + 1,
        hashrateGhs: null,
        temperatureC,
        chipsOk: 108,
        chipsTotal: 108,
        dead: false,
      })),
    })
    expect(typeIn(reply(answers, 'stats').reply)).toBe('Hammer D10')
  })

  test('without a rate is idle, starts or is at fault', () => {
    const still = changed('summary', /"MHS 5s": "[\d.]+"/, '"MHS 5s": "0.0000"')
    expect(read(still)?.state).toBe('idle')
    const young = String(still.get('summary')).replace(/"Elapsed": \d+/, '"Elapsed": 60')
    expect(read(new Map(still).set('summary', Buffer.from(young)))?.state).toBe('starting')
    const gone = String(still.get('stats'))
      .replaceAll(/oooooooo/g, 'xxxxxxxx')
      .replaceAll(' oooo"', ' xxxx"')
    expect(read(new Map(still).set('stats', Buffer.from(gone)))).toMatchObject({
      state: 'fault',
      flags: ['dead-board'],
    })
    expect(read(new Map())).toBeNull()
  })

  test('a board that gives nothing while the others work is dead', () => {
    const reading = read(changed('stats', /"chain_rate2": "[\d.]+"/, '"chain_rate2": "0.0000"'))
    expect(reading?.boards.map(({ dead }) => dead)).toEqual([false, true, false])
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('ePIC', () => {
  const answers = answersOf('asic-rs-epic', ['epic_summary'])
  const rowOf = (body: Buffer) => jsonBody({ status: 200, headers: {}, body, complete: true })
  const read: Reader = (given) => {
    const parsed = rowOf(given.get('epic_summary') ?? Buffer.alloc(0))
    return parsed === null ? null : epicReading(parsed.row, parsed.partial)
  }

  test('is read with the board that its firmware switched off, and slower than its tuner aims at', () => {
    const reading = read(answers)
    expect(reading).toMatchObject({
      state: 'mining',
      expectedHashrateGhs: 143_000,
      temperatureC: 67,
      fanRpm: [5971, 0, 5942, 5745],
      uptimeSeconds: 23_170,
      acceptedShares: 1862,
      rejectedShares: 2,
      pools: [{ url: 'mine.ocean.xyz:3334', status: 'alive', active: true }],
      flags: ['dead-board'],
    })
    expect(reading?.hashrateGhs).toBeCloseTo(99_365.848, 2)
    expect(reading?.powerWatts).toBeCloseTo(2166.6, 1)
    expect(reading?.boards.map(({ index, dead }) => [index, dead])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ])
  })

  test('is named by its own answers', () => {
    const [summary, network, capabilities] = ['epic_summary', 'epic_network', 'epic_capabilities'].map(
      (name) => rowOf(fixture('asic-rs-epic', name))?.row ?? {},
    )
    expect(epicIdentity(address, summary ?? {}, network ?? {}, capabilities ?? {})).toMatchObject({
      key: 'mac:02:00:00:51:64:28',
      make: 'Antminer',
      model: 'AntMiner S19 XP',
      firmware: 'PowerPlay-BMS v1.5.13',
    })
  })

  test('cut at every byte', () => checkEveryCut(answers, read), 60_000)
})

describe('an Auradine', () => {
  const documents = ['psu', 'temperature', 'fan', 'mode', 'ipreport'] as const
  const rowOf = (name: (typeof documents)[number]) => {
    const body = fixture('asic-rs-auradine', name)
    return jsonBody({ status: 200, headers: {}, body, complete: true })?.row ?? null
  }
  const [psu, temperature, fan, mode] = documents.map(rowOf).map((row) => row ?? null)
  const whole = { psu: psu ?? null, temperature: temperature ?? null, fan: fan ?? null, mode: mode ?? null }
  const board = { hashrateGhs: 50_000, temperatureC: 28.25, chipsOk: null, chipsTotal: null, dead: false }
  const reading: DeviceReading = { ...emptyReading('idle'), hashrateGhs: 0, boards: [{ ...board, index: 1 }] }

  test('tells its power at the input, its chips and its fans', () => {
    const read = withAuradineDocuments(reading, whole)
    expect(read).toMatchObject({
      state: 'idle',
      powerWatts: 58.94,
      fanRpm: [7080, 7020, 7100, 7020],
      flags: [],
    })
    expect(read.boards[0]?.temperatureC).toBeCloseTo(45.827, 2)
    expect(read.temperatureC).toBeGreaterThan(45)
    checkSane(read)
  })

  test('a supply that does not tell its power leaves all of it unknown, and one missing document is a partial answer', () => {
    const supplies = { PSU: [{ PowerIn: '1500.00W' }, { PowerOut: '1400.00W' }] }
    expect(withAuradineDocuments(reading, { ...whole, psu: supplies }).powerWatts).toBeNull()
    expect(withAuradineDocuments(reading, { ...whole, fan: null }).flags).toEqual(['partial-answer'])
  })

  test('rests where its mode says so; without its mode nobody knows', () => {
    const asleep = { ...whole, mode: { Mode: [{ Sleep: 'on' }] } }
    expect(withAuradineDocuments(reading, asleep).state).toBe('sleeping')
    expect(withAuradineDocuments({ ...reading, state: 'mining' }, asleep).state).toBe('mining')
    expect(withAuradineDocuments(reading, { ...whole, mode: null }).state).toBeNull()
  })

  test('has the name that it tells', () => {
    expect(auradineIdentity(address, rowOf('ipreport'), { model: null, firmware: null })).toMatchObject({
      key: 'mac:02:00:00:0e:00:01',
      model: 'AT1500',
      firmware: '2023-12.27',
      serial: 'AU00000001',
      hostname: 'teraflux-01',
    })
  })
})

describe('VNish', () => {
  const answers = answersOf('made-vnish', ['miner_summary'])
  const read: Reader = (given) => {
    const body = given.get('miner_summary') ?? Buffer.alloc(0)
    const parsed = jsonBody({ status: 200, headers: {}, body, complete: true })
    return parsed === null ? null : vnishReading(parsed.row, 'GH/s', parsed.partial)
  }

  test('in a state that is not known is not said to be idle, and mines by its rate', () => {
    const reported = (word: string, rate: number) =>
      vnishReading({ miner: { hr_realtime: rate, miner_status: { miner_state: word } } }, 'GH/s', false)
        ?.state
    expect(reported('hovering', 0)).toBeNull()
    expect(reported('hovering', 5)).toBe('mining')
    expect(reported('stopped', 0)).toBe('sleeping')
  })

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
