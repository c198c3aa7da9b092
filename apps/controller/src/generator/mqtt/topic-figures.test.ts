import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { judgeSag, noSag } from '@shipminer/domain/generator/load/supply-sag'
import { expect, test } from 'vitest'
import { judgeFigures } from '../meter/meter-figures.ts'
import { createTopicBook } from './topic-figures.ts'

const at = (topic: string, scale = 1) => ({ topic, path: '', scale })
const meter = {
  total: at('kw'),
  phases: [],
  voltages: [at('l1'), at('l2'), at('l3')],
  currents: [],
  frequency: at('hz'),
}

/** The reading at this moment, as the law gets it. */
function readingAt(book: ReturnType<typeof createTopicBook>, now: number) {
  const judged = judgeFigures(book.figures(now), { mostKw: 200, source: 'MQTT' })
  return 'reading' in judged ? judged.reading : judged.problem
}

test('the lowest phase keeps the time at which it was measured, however often the load is new', () => {
  const book = createTopicBook(meter, 5_000)
  for (const [topic, text] of [
    ['hz', '50'],
    ['kw', '40'],
    ['l1', '231'],
    ['l3', '229'],
  ] as const)
    book.take(topic, text, 0)
  book.take('l2', '199', 1_500)
  expect(readingAt(book, 1_500)).toMatchObject({ arrivedAt: 0, lowestVolts: 199, lowestVoltsAt: 1_500 })
  for (const topic of ['hz', 'l1', 'l3']) book.take(topic, topic === 'hz' ? '50' : '230', 3_000)
  book.take('kw', '41', 3_000)
  expect(readingAt(book, 3_000)).toMatchObject({ arrivedAt: 1_500, lowestVolts: 199, lowestVoltsAt: 1_500 })
  book.take('l2', '228', 3_250)
  expect(readingAt(book, 3_250)).toMatchObject({ lowestVolts: 228, lowestVoltsAt: 3_250 })
})

test('one low frequency stays one, however often the rest is new', () => {
  const book = createTopicBook(meter, 5_000)
  for (const topic of ['l1', 'l2', 'l3']) book.take(topic, '230', 0)
  const settings = defaultSettings(100)
  let sag = noSag
  const lowsAt = (now: number, hz: string | null) => {
    if (hz !== null) book.take('hz', hz, now)
    book.take('kw', '40', now)
    const reading = readingAt(book, now)
    if ('code' in reading) throw new Error(reading.code)
    const judged = judgeSag(sag, { reading, settings, now })
    sag = judged.sag
    return [reading.frequencyAt, judged.lows]
  }
  expect(lowsAt(2_000, '48.5')).toEqual([2_000, []])
  for (const topic of ['l1', 'l2', 'l3']) book.take(topic, '230', 3_000)
  expect(lowsAt(3_500, null)).toEqual([2_000, []])
  expect(lowsAt(4_000, '48.5')).toEqual([4_000, ['low-frequency']])
})

test('one below what a running set can have is no reading, and without voltages there is none', () => {
  const book = createTopicBook(meter, 5_000)
  for (const [topic, text] of [
    ['hz', '50'],
    ['kw', '40'],
    ['l1', '230'],
    ['l2', '230'],
    ['l3', '179'],
  ] as const)
    book.take(topic, text, 0)
  expect(readingAt(book, 0)).toEqual({ code: 'implausible-voltage', phase: 2, volts: 179 })
  const plain = createTopicBook({ ...meter, voltages: [] }, 5_000)
  plain.take('hz', '50', 0)
  plain.take('kw', '40', 0)
  expect(readingAt(plain, 0)).toMatchObject({ generatorLoadKw: 40, lowestVolts: null, lowestVoltsAt: null })
})
