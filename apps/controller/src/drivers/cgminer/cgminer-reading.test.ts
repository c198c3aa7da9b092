import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { type CgminerReplies, readingFromReplies } from './cgminer-reading.ts'
import { type CommandReply, parseReply, replyTo } from './parse-reply.ts'

function recorded(device: string): CgminerReplies {
  const reply = (command: string) => replyTo(parseReply(fixture(device, command)), command)
  return { summary: reply('summary'), devs: reply('devs'), pools: reply('pools'), partial: false }
}

function reply(section: string, rows: Record<string, unknown>[], when = 1795000000): CommandReply {
  return {
    status: { letter: 'S', code: 11, message: null, when, description: null },
    sections: new Map([[section, { rows, complete: true }]]),
    message: null,
  }
}

function made(
  summary: Record<string, unknown>,
  devs: Record<string, unknown>[] = [],
  pools: Record<string, unknown>[] = [],
): CgminerReplies {
  return {
    summary: reply('SUMMARY', [summary]),
    devs: reply('DEVS', devs),
    pools: reply('POOLS', pools),
    partial: false,
  }
}

describe('recorded devices', () => {
  test('a stock cgminer without devices is idle at exactly zero', () => {
    expect(readingFromReplies(recorded('cgminer-4.11.1-no-devices'))).toMatchObject({
      state: 'idle',
      hashrateGhs: 0,
      powerWatts: null,
      temperatureC: null,
      boards: [],
      uptimeSeconds: 39,
      acceptedDifficulty: 0,
      pools: [{ url: 'stratum+tcp://127.0.0.1:3333', status: 'alive', active: true, priority: 0 }],
      flags: [],
    })
  })

  test('an idle Avalon is idle although its lifetime average is 44 TH/s', () => {
    expect(readingFromReplies(recorded('asic-rs-avalonminer'))).toMatchObject({
      state: 'idle',
      hashrateGhs: 0,
      acceptedDifficulty: 368550176,
      acceptedShares: 890,
    })
  })

  test('boards of an Auradine that tell twice the rate of its last minute have no known rate', () => {
    const reading = readingFromReplies(recorded('asic-rs-auradine'))
    expect(reading).toMatchObject({ state: 'mining', uptimeSeconds: 56_696, flags: [] })
    expect(reading?.hashrateGhs).toBeCloseTo(10_256.845, 2)
    expect(reading?.boards.map(({ hashrateGhs, temperatureC }) => [hashrateGhs, temperatureC])).toEqual([
      [null, 28.25],
      [null, 29.06],
      [null, 30.12],
    ])
  })

  test('boards keep their rates where they agree with that of the device', () => {
    const rates = (summary: Record<string, unknown>) =>
      readingFromReplies(made(summary, [{ 'MHS 5s': 6_000_000 }, { 'MHS 5s': 7_000_000 }]))?.boards.map(
        (board) => board.hashrateGhs,
      )
    expect(rates({ 'MHS 5s': 13_100_000, 'MHS 1m': 12_500_000 })).toEqual([6000, 7000])
    expect(rates({ 'MHS av': 12_500_000 })).toEqual([6000, 7000])
    expect(rates({ 'MHS 5s': 13_100_000, 'MHS 1m': 10_000_000 })).toEqual([null, null])
  })

  test('a Whatsminer with API 2 in MH/s', () => {
    const reading = readingFromReplies(recorded('asic-rs-whatsminer-v2'))
    expect(reading).toMatchObject({
      state: 'mining',
      hashrateGhs: 124500,
      expectedHashrateGhs: 126000,
      powerWatts: 3200,
      temperatureC: 81,
      inletTemperatureC: 28.5,
      fanRpm: [5400, 5280],
      acceptedDifficulty: null,
      staleShares: null,
    })
    expect(reading?.boards).toHaveLength(3)
    expect(reading?.boards[0]).toEqual({
      index: 0,
      hashrateGhs: null,
      temperatureC: 80,
      chipsOk: 135,
      chipsTotal: null,
      dead: false,
    })
  })

  test('a Whatsminer that tells HS RT in TH/s', () => {
    expect(readingFromReplies(recorded('proto-fleet-whatsminer-stock'))).toMatchObject({
      state: 'mining',
      hashrateGhs: 110520,
      powerWatts: 3215,
      acceptedDifficulty: 1234567890,
      bestShareDifficulty: 98765432,
    })
  })

  test('an Antminer, whose devs are all zero while the summary is right', () => {
    const reading = readingFromReplies(recorded('asic-rs-antminer-v2020'))
    expect(reading).toMatchObject({ state: 'mining', hashrateGhs: 110566.89, acceptedDifficulty: 1305083904 })
    expect(reading?.boards.every((board) => board.hashrateGhs === null)).toBe(true)
  })
})

describe('rates', () => {
  test.each([
    ['GHS 5s', '110566.89', 110566.89],
    ['MHS 5s', 41603732.68, 41603.73268],
    ['THS 5s', 110.5, 110500],
    ['KHS 5s', 5_000_000, 5],
    ['MHS 1m', 2_000_000, 2000],
    ['GHS 30s', 12, 12],
  ])('%s %s', (key, value, expected) => {
    expect(readingFromReplies(made({ [key]: value }))?.hashrateGhs).toBeCloseTo(expected, 6)
  })

  test('HS RT alone is MH/s; a rate of TH/s is told by the average beside it', () => {
    expect(readingFromReplies(made({ 'HS RT': 124500000 }))?.hashrateGhs).toBe(124500)
    expect(readingFromReplies(made({ 'HS RT': 110.52, 'MHS av': 109870000 }))?.hashrateGhs).toBeCloseTo(
      110520,
      6,
    )
    expect(readingFromReplies(made({ 'HS RT': 0, 'MHS av': 109870000 }))?.hashrateGhs).toBe(0)
  })

  test.each(['MHS av', 'GHS av', 'MHS 5m', 'MHS 15m', 'GHS 30m', 'HS av'])(
    '%s is no proof of hashing',
    (key) => {
      expect(readingFromReplies(made({ [key]: 1e8, Elapsed: 5000 }))).toMatchObject({
        state: null,
        hashrateGhs: null,
      })
    },
  )

  test('without a rate of its own the sum of the devices stands', () => {
    const devs = [
      { ASC: 0, 'MHS 5s': 1000 },
      { ASC: 1, 'MHS 5s': 2000 },
    ]
    expect(readingFromReplies(made({ 'MHS av': 1 }, devs))).toMatchObject({ state: 'mining', hashrateGhs: 3 })
  })

  test('a fresh accepted share proves hashing where there are only averages', () => {
    const fresh = [{ POOL: 0, URL: 'a', Accepted: 5, 'Last Share Time': '0:00:30' }]
    const older = [{ POOL: 0, URL: 'a', Accepted: 5, 'Last Share Time': '0:10:00' }]
    const old = [{ POOL: 0, URL: 'a', Accepted: 5, 'Last Share Time': '0:30:00' }]
    const none = [{ POOL: 0, URL: 'a', Accepted: 0, 'Last Share Time': '0:00:00' }]
    expect(readingFromReplies(made({ 'MHS av': 1 }, [], fresh))?.state).toBe('mining')
    expect(readingFromReplies(made({ 'MHS av': 1 }, [], old))?.state).toBe('idle')
    // Neither proves anything.
    expect(readingFromReplies(made({ 'MHS av': 1 }, [], older))?.state).toBeNull()
    expect(readingFromReplies(made({ 'MHS av': 1 }, [], none))?.state).toBeNull()
    expect(readingFromReplies(made({ 'MHS av': 1 }, [], [...old, ...fresh]))?.state).toBe('mining')
  })
})

describe('totals', () => {
  test('accepted difficulty is the sum over the pools', () => {
    const pools = [
      { POOL: 0, URL: 'a', 'Difficulty Accepted': 100.5 },
      { POOL: 1, URL: 'b', 'Difficulty Accepted': '20' },
      { POOL: 2, URL: 'c' },
    ]
    const reading = readingFromReplies(made({ 'MHS 5s': 1, 'Difficulty Accepted': 7 }, [], pools))
    expect(reading?.acceptedDifficulty).toBe(120.5)
  })

  test('what the firmware mines for its own fee is left out', () => {
    const pools = [
      { POOL: 0, URL: 'stratum+tcp://pool.example.com:3333', 'Difficulty Accepted': 100 },
      { POOL: 1, URL: 'DevFee', User: '', 'Difficulty Accepted': 3 },
    ]
    expect(readingFromReplies(made({ 'MHS 5s': 1 }, [], pools))?.acceptedDifficulty).toBe(100)
  })

  test('the summary stands in when pools tell none or were cut', () => {
    const replies = made(
      { 'MHS 5s': 1, 'Difficulty Accepted': 7 },
      [],
      [{ POOL: 0, URL: 'a', 'Difficulty Accepted': 3 }],
    )
    expect(
      readingFromReplies({ ...replies, pools: reply('POOLS', [{ URL: 'a' }]) })?.acceptedDifficulty,
    ).toBe(7)
    const cut: CommandReply = {
      ...reply('POOLS', []),
      sections: new Map([['POOLS', { rows: [{ URL: 'a', 'Difficulty Accepted': 3 }], complete: false }]]),
    }
    expect(readingFromReplies({ ...replies, pools: cut, partial: true })).toMatchObject({
      acceptedDifficulty: 7,
      flags: ['partial-answer'],
    })
  })

  test('unknown is null and never 0', () => {
    expect(readingFromReplies(made({ 'MHS 5s': '5' }))).toMatchObject({
      acceptedShares: null,
      rejectedShares: null,
      staleShares: null,
      acceptedDifficulty: null,
      bestShareDifficulty: null,
      blocksFound: null,
      uptimeSeconds: null,
      powerWatts: null,
      temperatureC: null,
    })
  })

  test('Pool Stale%% and misspelt keys disturb nothing', () => {
    const devs = [{ ASC: 0, 'MHS 5s': 5, Tenperature: 61 }]
    const pools = [{ POOL: 0, URL: 'a', 'Pool Stale%%': 0, Diff: '524K', 'Last Share Time': '' }]
    expect(readingFromReplies(made({ 'MHS 5s': 5 }, devs, pools))).toMatchObject({
      temperatureC: 61,
      state: 'mining',
    })
  })
})

describe('states', () => {
  const board: Record<string, unknown> = { ASC: 0, 'MHS 5s': 0, Status: 'Alive' }
  const dead: Record<string, unknown> = { ASC: 0, 'MHS 5s': 0, Status: 'Dead' }
  test.each([
    ['just started with boards', { 'MHS 5s': 0, Elapsed: 30 }, [board], 'starting'],
    ['long up without a rate', { 'MHS 5s': 0, Elapsed: 3000 }, [board], 'idle'],
    ['no boards at all', { 'MHS 5s': 0, Elapsed: 30 }, [], 'idle'],
    ['every board dead', { 'MHS 5s': 0, Elapsed: 3000 }, [dead, { ...dead, ASC: 1 }], 'fault'],
    ['one board dead', { 'MHS 5s': 5, Elapsed: 3000 }, [dead, { ASC: 1, 'MHS 5s': 5 }], 'mining'],
  ])('%s', (_name, summary, devs, state) => {
    const reading = readingFromReplies(made(summary, devs))
    expect(reading?.state).toBe(state)
    expect(reading?.flags.includes('dead-board')).toBe(devs.includes(dead))
  })

  test('no summary, or one cut before its rate, is no reading', () => {
    expect(readingFromReplies({ ...made({}), summary: null })).toBeNull()
    const cut: CommandReply = {
      ...reply('SUMMARY', []),
      sections: new Map([['SUMMARY', { rows: [{ Elapsed: 5 }], complete: false }]]),
    }
    expect(readingFromReplies({ ...made({}), summary: cut, partial: true })).toBeNull()
  })
})

describe('pools', () => {
  const pool = (priority: number, status: string, active: boolean) => ({
    POOL: priority,
    URL: `stratum+tcp://p${priority}.example.com:3333`,
    User: 'ship',
    Status: status,
    Priority: priority,
    'Stratum Active': active,
  })
  const flags = (...pools: Record<string, unknown>[]) =>
    readingFromReplies(made({ 'MHS 5s': 5 }, [], pools))?.flags

  test('flags', () => {
    expect(flags(pool(0, 'Alive', true), pool(1, 'Alive', false))).toEqual([])
    expect(flags(pool(0, 'Dead', false), pool(1, 'Alive', true))).toEqual(['pool-fallback'])
    expect(flags(pool(0, 'Dead', false), pool(1, 'Dead', false))).toEqual(['pool-dead'])
    expect(flags(pool(0, 'Disabled', false), pool(1, 'Alive', true))).toEqual([])
    expect(flags(pool(0, 'Disabled', false), pool(1, 'Dead', false))).toEqual(['pool-dead'])
    expect(flags()).toEqual([])
  })

  test('empty slots and secrets are left out', () => {
    const reading = readingFromReplies(
      made(
        { 'MHS 5s': 5 },
        [],
        [
          {
            POOL: 0,
            URL: 'stratum+tcp://me:secret@pool.example.com:3333',
            User: 'ship',
            Password: 'hidden',
            Status: 'Alive',
          },
          { POOL: 1, URL: '', User: '', Status: 'Dead' },
        ],
      ),
    )
    expect(reading?.pools).toEqual([
      {
        url: 'stratum+tcp://pool.example.com:3333',
        user: 'ship',
        status: 'alive',
        active: false,
        priority: null,
      },
    ])
    expect(JSON.stringify(reading)).not.toMatch(/secret|hidden/)
  })
})
