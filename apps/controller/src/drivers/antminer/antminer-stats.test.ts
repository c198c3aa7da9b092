import { describe, expect, test } from 'vitest'
import { parseReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { readStats, statsRow } from './antminer-stats.ts'
import { powerFromText } from './power-port.ts'

function recorded(device: string) {
  const row = statsRow(sectionOf(replyTo(parseReply(fixture(device, 'stats')), 'stats'), 'STATS').rows)
  if (row === null) throw new Error('no stats')
  return readStats(row)
}

test('an S19 Pro: three boards, four fans, an empty fourth slot', () => {
  const stats = recorded('asic-rs-antminer-v2020')
  expect(stats).toMatchObject({
    hashrateGhs: 110566.89,
    expectedHashrateGhs: 110000,
    powerWatts: null,
    temperatureC: 78,
    inletTemperatureC: null,
    outletTemperatureC: null,
    fanRpm: [6000, 5880, 5040, 5040],
    uptimeSeconds: 50474,
    minerId: '8144d5ca79104814',
  })
  expect(stats.boards).toEqual([
    { index: 1, hashrateGhs: 37603.3, temperatureC: 78, chipsOk: 114, chipsTotal: 114, dead: false },
    { index: 2, hashrateGhs: 35536.22, temperatureC: 71, chipsOk: 114, chipsTotal: 114, dead: false },
    { index: 3, hashrateGhs: 37427.38, temperatureC: 69, chipsOk: 114, chipsTotal: 114, dead: false },
  ])
})

test('a hydro unit: no fans, water from the boards, rows without a comma between', () => {
  const stats = recorded('made-antminer-hydro')
  expect(stats).toMatchObject({
    hashrateGhs: 255000.5,
    expectedHashrateGhs: 257000,
    temperatureC: 69,
    inletTemperatureC: 38,
    outletTemperatureC: 47,
    fanRpm: [],
  })
  expect(stats.boards).toHaveLength(4)
})

describe('the water of units whose firmware does not name it', () => {
  const board = (position: number, chip: string, pcb: string, pic: string) => ({
    [`chain_acn${position}`]: 9,
    [`temp_chip${position}`]: chip,
    [`temp_pcb${position}`]: pcb,
    [`temp_pic${position}`]: pic,
  })
  const read = (chip: string, pcb: string, pic: string, more: object = { fan_num: 0 }) => {
    const { temperatureC, inletTemperatureC, outletTemperatureC } = readStats({
      'GHS 5s': 1,
      ...more,
      ...board(1, chip, pcb, pic),
      ...board(2, chip, pcb, pic),
    })
    return [inletTemperatureC, outletTemperatureC, temperatureC]
  }
  test.each([
    ['S21 Hyd, S19 XP Hyd', '32.4-40.8-0-0', '55-52-58-50', '48-47-46-45', [32.4, 40.8, 58]],
    ['the same with an inlet sensor that is not there', '0-41-0-0', '55-52-58-50', '0-0-0-0', [null, 41, 58]],
    ['S21+ Hyd', '0-0-0-0', '32.4-50-40.8-51', '58-50-49-48', [32.4, 40.8, 58]],
    ['S21+ Hyd without a chip sensor', '0-0-0-0', '32-50-41-51', '0-0-0-0', [32, 41, 51]],
    ['boards as those of air', '66-61-55-57', '56-51-45-47', '49-44-35-37', [35, 44, 66]],
    ['asleep, nothing measured', '0-0-0-0', '0-0-0-0', '0-0-0-0', [null, null, null]],
    ['no four sensors', '40', '41', '42', [null, null, 40]],
  ] as const)('%s', (_, chip, pcb, pic, expected) => expect(read(chip, pcb, pic)).toEqual(expected))
  test.each([
    ['an empty slot', { chain_acn4: 0 }],
    ['a dark board', { chain_acn4: 9 }],
  ])('%s beside the boards changes nothing', (_, more) => {
    const zeros = { temp_chip4: '0-0-0-0', temp_pcb4: '0-0-0-0', temp_pic4: '0-0-0-0' }
    const beside = { fan_num: 0, ...zeros, ...more }
    expect(read('32.4-40.8-0-0', '55-52-58-50', '48-47-46-45', beside)).toEqual([32.4, 40.8, 58])
    expect(read('0-0-0-0', '32.4-50-40.8-51', '58-50-49-48', beside)).toEqual([32.4, 40.8, 58])
    expect(read('66-61-55-57', '56-51-45-47', '49-44-35-37', beside)).toEqual([35, 44, 66])
  })
  test('fans that stand still make no water, whether or not their number is told', () => {
    const still = { fan1: 0, fan2: 0, fan3: 0, fan4: 0 }
    for (const fans of [still, { ...still, fan_num: 4 }])
      expect(read('0-0-0-0', '20-21-22-23', '31-32-33-34', fans)).toEqual([null, null, 23])
  })
  test('a unit with fans has no water', () =>
    expect(read('60-61-0-0', '50-51-52-53', '40-41-42-43', { fan_num: 1, fan1: 6000 })).toEqual([
      null,
      null,
      61,
    ]))
})

test('water temperatures that the firmware names are taken at its word', () => {
  expect(
    readStats({ 'GHS 5s': 1, fan_num: 0, temp_in: 31.5, temp_out: '44.0', temp_pic1: '60-50-40-30' }),
  ).toMatchObject({
    inletTemperatureC: 31.5,
    outletTemperatureC: 44,
  })
})

describe('boards', () => {
  const chain = (position: number, chips: number, rate: string, map = 'o'.repeat(chips)) => ({
    [`chain_acn${position}`]: chips,
    [`chain_rate${position}`]: rate,
    [`chain_acs${position}`]: map,
  })
  const deadOf = (row: Record<string, unknown>, seen: number[] = []) =>
    readStats(row, new Set(seen)).boards.map((board) => [board.index, board.dead])

  test('a gap between boards is a dead board, an empty slot behind them is not', () => {
    const row = {
      'GHS 5s': 70,
      ...chain(1, 9, '35'),
      ...chain(2, 0, ''),
      ...chain(3, 9, '35'),
      ...chain(4, 0, ''),
    }
    expect(deadOf(row)).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  test('a board seen before and gone now is dead, wherever it sits', () => {
    const row = { 'GHS 5s': 35, ...chain(1, 9, '35'), ...chain(2, 0, ''), ...chain(3, 0, '') }
    expect(deadOf(row)).toEqual([[1, false]])
    expect(deadOf(row, [1, 2])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('slots of older models begin at 6', () => {
    const empty = Object.assign({}, ...[1, 2, 3, 4, 5].map((position) => chain(position, 0, '')))
    const row = {
      'GHS 5s': '13500.5',
      ...empty,
      ...chain(6, 63, '4500'),
      ...chain(7, 63, '4500'),
      temp2_6: 80,
      fan3: 4000,
      fan6: 4100,
    }
    const stats = readStats(row)
    expect(stats.boards.map((board) => board.index)).toEqual([6, 7])
    expect(stats.temperatureC).toBe(80)
    expect(stats.fanRpm).toEqual([4000, 4100])
  })

  test('a board that stands while the others hash is dead; all standing is not', () => {
    const standing = { ...chain(1, 9, '35'), ...chain(2, 9, '0.00') }
    expect(deadOf({ 'GHS 5s': 35, ...standing })).toEqual([
      [1, false],
      [2, true],
    ])
    expect(deadOf({ 'GHS 5s': 0, ...chain(1, 9, '0.00'), ...chain(2, 9, '0.00') })).toEqual([
      [1, false],
      [2, false],
    ])
  })

  test('bad chips are counted from the map', () => {
    const stats = readStats({ 'GHS 5s': 35, ...chain(1, 12, '35', ' ooo xox ooo ooo') })
    expect(stats.boards[0]).toMatchObject({ chipsOk: 10, chipsTotal: 12, dead: false })
    expect(readStats({ 'GHS 5s': 5, ...chain(1, 3, '5', 'xxx') }).boards[0]).toMatchObject({
      chipsOk: 0,
      dead: true,
    })
  })

  test('a missing rate is unknown and no death', () => {
    expect(readStats({ 'GHS 5s': 35, chain_acn1: 9 }).boards[0]).toEqual({
      index: 1,
      hashrateGhs: null,
      temperatureC: null,
      chipsOk: null,
      chipsTotal: 9,
      dead: false,
    })
  })
})

test('fans that stand are told, slots without a fan are not', () => {
  expect(readStats({ 'GHS 5s': 1, fan_num: 4, fan1: 6000, fan2: 0, fan3: 5000, fan4: 5000 }).fanRpm).toEqual([
    6000, 5000, 5000, 0,
  ])
  expect(
    readStats({ 'GHS 5s': 1, fan_num: 2, fan1: 0, fan2: 0, fan3: 4000, fan4: 0, fan6: 4100 }).fanRpm,
  ).toEqual([4000, 4100])
  expect(readStats({ 'GHS 5s': 1, fan1: 6000 }).fanRpm).toEqual([6000])
})

test('values as text, with units, or missing', () => {
  expect(readStats({ 'GHS 5s': '', total_rateideal: '', chain_power: '3250 W' })).toMatchObject({
    hashrateGhs: null,
    expectedHashrateGhs: null,
    powerWatts: 3250,
  })
  expect(readStats({ rate_5s: '110.5', rate_unit: 'TH/s', total_rateideal: 112 })).toMatchObject({
    hashrateGhs: 110500,
    expectedHashrateGhs: 112000,
  })
})

test.each([
  ['3250', 3250],
  ['3250 W', 3250],
  ['miner_power:3010', 3010],
  ['power: 5420 W\n', 5420],
  ['{"power":3250}', 3250],
  ['5.4 kW', 5400],
  ['error 6060 cmd', null],
  ['', null],
  ['<html>', null],
  ['power: -5', null],
])('powerFromText(%j) is %j', (text, expected) => {
  expect(powerFromText(text)).toBe(expected)
})
