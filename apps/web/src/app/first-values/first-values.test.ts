import { readFileSync } from 'node:fs'
import { languages } from '@shipminer/i18n/languages'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import {
  buildController,
  buildMiner,
  buildNetwork,
  buildPart,
  buildSummary,
} from '../../features/fleet/lib/fleet.fixture.ts'
import { type FirstAnswers, firstValues } from './first-values.ts'
import { sayFrom } from './say.ts'
import { firstTexts } from './texts.ts'

const now = 1_003_000
const readTexts = (language: string) => (file: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../../packages/i18n/src/locales/${language}/${file}.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>
const english = sayFrom(firstTexts(readTexts('en')), 'en')

type Over = { fleet?: Partial<FirstAnswers['fleet']>; totals?: Partial<FirstAnswers['totals']> }
const answers = ({ fleet, totals }: Over = {}): FirstAnswers => ({
  fleet: {
    serverTime: now,
    miners: [buildMiner({ id: '1' }), buildMiner({ id: '2', temperatureC: 61 })],
    controllers: [buildController()],
    part: null,
    ...fleet,
  },
  totals: {
    serverTime: now,
    summary: buildSummary(),
    alerts: [],
    network: buildNetwork(),
    offlineAfterMs: 180_000,
    ...totals,
  },
  ships: { ships: [] },
})
const draw = (over?: Over) => firstValues(answers(over), 'en', true, english)

describe('what stands before the page lives', () => {
  test('the verdict, what is drawn and made, and the owner’s part of the money, with the moment it is of', () => {
    expect(draw()).toMatchObject({
      tone: 'good',
      title: 'All is well',
      text: 'All 2 miners are running.',
      readAt: expect.stringMatching(/^Read at \d\d:16; /),
      figures: [
        { name: 'Hash rate', value: '510\u00a0TH/s' },
        { name: 'Power', value: '10.6\u00a0kW' },
        { name: 'Temperature', value: '61\u00a0°C', note: 'Miner 2' },
      ],
      money: [
        { name: 'Today, your share', value: '€3.75', note: '6,750\u00a0sat', isEstimate: true },
        { name: 'January, your share', value: '€37.50', isEstimate: true },
      ],
    })
  })

  test('a problem is named with what to do', () => {
    const stuck = buildMiner({ id: '2', minerState: { kind: 'idle', reason: 'no-pool' }, hashrateThs: 0 })
    const values = draw({ fleet: { miners: [buildMiner({ id: '1' }), stuck] } })
    expect(values).toMatchObject({ tone: 'caution', title: 'Miner 2 reaches none of its pools' })
    expect(values?.text).toContain('Check the internet connection')
  })

  test('nothing is claimed of miners behind a silent box, and no money counts on them', () => {
    const silent = buildController({ status: 'silent', lastSeenAt: 900_000 })
    const values = draw({ fleet: { controllers: [silent] } })
    expect(values).toMatchObject({ tone: 'idle', title: 'No connection to ms Johanna', money: [] })
  })

  test('unknown is no number', () => {
    const blind = buildMiner({ hashrateThs: null, powerWatts: null, temperatureC: null })
    const summary = buildSummary({ totalEarningsToday: null, totalEarningsMonth: null })
    const values = draw({ fleet: { miners: [blind] }, totals: { summary } })
    expect(values?.figures.map(({ value }) => value)).toEqual(['no data', 'no data', 'no data'])
    expect(values?.money.map(({ value }) => value)).toEqual(Array(2).fill('cannot be computed yet'))
  })

  test('who mines alone has a chance, and who only sees a ship of another no money', () => {
    const solo = draw({ fleet: { miners: [buildMiner({ solo: true })] } })
    expect(solo?.money.map(({ value }) => value)).toEqual(Array(2).fill('solo: a chance, not an income'))
    const shared = buildController({ shared: { role: 'viewer', owner: 'Jan' } as never })
    expect(draw({ fleet: { controllers: [shared] } })?.money).toEqual([])
  })

  test('a large fleet by its totals', () => {
    const part = buildPart({ running: 3_000 })
    const summary = buildSummary({ totalHashRate: 765_000, totalPowerConsumption: 15_900_000 })
    const values = draw({ fleet: { part }, totals: { summary } })
    expect(values).toMatchObject({ title: 'All is well', text: 'All 3,000 miners are running.' })
    expect(values?.figures.map(({ value }) => value)).toEqual(['765.0\u00a0PH/s', '15.90\u00a0MW', 'no data'])
  })

  test.each<[string, Over]>([
    ['nothing was claimed', { fleet: { controllers: [], miners: [] } }],
    ['nothing was found yet', { fleet: { miners: [] } }],
    ['why a large fleet rests is not known', { fleet: { part: buildPart({ running: 0, stopped: 3_000 }) } }],
  ])('nothing where %s: the page says it', (_, over) => expect(draw(over)).toBeNull())
})

test.each([...languages])('every text reads as the page will write it: %s', async (language) => {
  const texts = firstTexts(readTexts(language))
  const say = sayFrom(texts, language)
  const instance = createInstance()
  await instance.init({
    lng: language,
    resources: { [language]: texts },
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  const filled = {
    ...{ name: 'hydro-01', count: 3, running: 1_200, total: 12_000, time: '14:32', age: '4 min' },
    ...{
      amount: '€ 1,20',
      kw: '21',
      hold: '10 min',
      month: 'mei',
      seconds: 4,
      minutes: 5,
      hours: 6,
      days: 7,
    },
  }
  for (const [file, keys] of Object.entries(texts))
    for (const key of new Set(Object.keys(keys).map((one) => one.replace(/_(one|few|other)$/, ''))))
      for (const count of [1, 3, 21, 12_000])
        expect(say(`${file}:${key}` as never, { ...filled, count })).toBe(
          instance.t(key as never, { ns: file, ...filled, count }),
        )
})
