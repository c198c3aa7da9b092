import { expect, test } from 'vitest'
import {
  amountOf,
  countOf,
  difficultyOf,
  fanRpm,
  fieldOf,
  finiteNumber,
  flagOf,
  hashrateGhs,
  leadingNumber,
  macAddress,
  powerWatts,
  scaledNumber,
  shareAgeSeconds,
  sumOf,
  temperatureC,
  temperaturesC,
  textOf,
} from './values.ts'

test.each([
  ['110566.89', 110566.89],
  ['37603.30', 37603.3],
  [' 12 ', 12],
  ['1.5e10', 1.5e10],
  ['-3', -3],
  [4, 4],
  ['', null],
  ['   ', null],
  ['12,5', null],
  ['0x10', null],
  ['Infinity', null],
  ['nan', null],
  ['1e999', null],
  ['12abc', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [null, null],
  [undefined, null],
  [{}, null],
  [['1'], null],
])('finiteNumber(%j) is %j', (input, expected) => {
  expect(finiteNumber(input)).toBe(expected)
})

test.each([
  ['524K', 524_000],
  ['131K', 131_000],
  ['483k', 483_000],
  ['4.2M', 4_200_000],
  ['1.5 G', 1.5e9],
  ['2T', 2e12],
  ['0', 0],
  ['65536', 65_536],
  [354914572, 354914572],
  ['', null],
  ['-5', null],
  [-5, null],
  ['K', null],
  ['5X', null],
])('scaledNumber(%j) is %j', (input, expected) => {
  expect(scaledNumber(input)).toBe(expected)
})

test('counts are whole, exact and not negative, and skip keys that hold none', () => {
  const row = { A: '4057.0', B: -1, C: '', D: 1e17, E: 12.9 }
  expect(countOf(row, 'A')).toBe(4057)
  expect(countOf(row, 'B')).toBeNull()
  expect(countOf(row, 'C', 'A')).toBe(4057)
  expect(countOf(row, 'D')).toBeNull()
  expect(countOf(row, 'E')).toBe(12)
  expect(countOf(null, 'A')).toBeNull()
  expect(amountOf({ 'Factory GHS': 42000.5 }, 'Factory GHS')).toBe(42000.5)
})

test('a difficulty beyond belief is unknown', () => {
  expect(difficultyOf({ D: 1e30 }, 'D')).toBeNull()
  expect(difficultyOf({ D: '12904207043' }, 'D')).toBe(12904207043)
})

test('only own keys count', () => {
  expect(fieldOf({}, 'constructor', 'toString')).toBeUndefined()
  expect(fieldOf({ b: 0 }, 'a', 'b')).toBe(0)
})

test.each([
  ['3250 W', 3250],
  ['3250W', 3250],
  [3200, 3200],
  ['63.5C', 63.5],
  ['x', null],
])('leadingNumber(%j) is %j', (input, expected) => {
  expect(leadingNumber(input)).toBe(expected)
})

test('power, rate and fan speed stay within belief', () => {
  expect(powerWatts('3250 W')).toBe(3250)
  expect(powerWatts(-1)).toBeNull()
  expect(powerWatts(1e9)).toBeNull()
  expect(hashrateGhs('44046770.26', 1e-3)).toBeCloseTo(44046.77, 2)
  expect(hashrateGhs(-1, 1)).toBeNull()
  expect(hashrateGhs(1e300, 1)).toBeNull()
  expect(fanRpm('5880')).toBe(5880)
  expect(fanRpm(0)).toBe(0)
  expect(fanRpm(-1)).toBeNull()
})

test.each([
  [72.5, 72.5],
  ['65.0', 65],
  [-5, -5],
  [0, null],
  [-1, null],
  [255, null],
  [-273, null],
  ['', null],
])('temperatureC(%j) is %j', (input, expected) => {
  expect(temperatureC(input)).toBe(expected)
})

test.each([
  ['78-50-69-70', [78, 50, 69, 70]],
  ['0-0-0-0', []],
  ['78-0-69-70', [78, 69, 70]],
  ['61.5-60', [61.5, 60]],
  [
    [57.5, -1, 58],
    [57.5, 58],
  ],
  [73, [73]],
  ['-', []],
  ['78-', []],
  [undefined, []],
])('temperaturesC(%j) is %j', (input, expected) => {
  expect(temperaturesC(input)).toEqual(expected)
})

test('sumOf skips the unknown and is unknown of nothing', () => {
  expect(sumOf([1, null, 2])).toBe(3)
  expect(sumOf([null])).toBeNull()
  expect(sumOf([])).toBeNull()
})

test('textOf drops control characters and empties', () => {
  expect(textOf('a\u0000b\nc')).toBe('a b c')
  expect(textOf('  ')).toBeNull()
  expect(textOf(12)).toBe('12')
  expect(textOf('abcdef', 3)).toBe('abc')
  expect(textOf({})).toBeNull()
})

test.each([
  [true, true],
  ['true', true],
  ['Y', true],
  [1, true],
  ['false', false],
  ['N', false],
  [0, false],
  ['', null],
  [2, null],
  [undefined, null],
])('flagOf(%j) is %j', (input, expected) => {
  expect(flagOf(input)).toBe(expected)
})

test.each([
  ['0:00:03', 1755615295, 3],
  ['12:30:00', null, 45_000],
  [1755615292, 1755615295, 3],
  ['1755615292', 1755615295, 3],
  [1755615299, 1755615295, null],
  [31279, 1753431847, null],
  ['0', 1755615295, null],
  ['', 1755615295, null],
  [1755615292, null, null],
])('shareAgeSeconds(%j, %j) is %j', (value, now, expected) => {
  expect(shareAgeSeconds(value, now)).toBe(expected)
})

test.each([
  ['D4:01:02:03:04:05', 'd4:01:02:03:04:05'],
  ['d4-01-02-03-04-05', 'd4:01:02:03:04:05'],
  ['C41104010203', 'c4:11:04:01:02:03'],
  ['02:55:97:22:3M:72', null],
  ['00:00:00:00:00:00', null],
  ['ff:ff:ff:ff:ff:ff', null],
  ['', null],
  [12, null],
])('macAddress(%j) is %j', (input, expected) => {
  expect(macAddress(input)).toBe(expected)
})
