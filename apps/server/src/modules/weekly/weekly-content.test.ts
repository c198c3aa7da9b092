import type { Alert } from '@shipminer/contract/mining'
import type { WeekProof } from '@shipminer/contract/power/proof'
import type { RevenueRow } from '@shipminer/contract/revenue'
import { expect, test } from 'vitest'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { isMeasured, type WeekFacts, weeklyContent } from './weekly-content.ts'

const proof: WeekProof = {
  fromDay: '2026-11-16',
  from: Date.parse('2026-11-15T23:00:00Z'),
  before: Date.parse('2026-11-22T23:00:00Z'),
  isRunning: false,
  recordedSeconds: 594_000,
  pastSeconds: 604_800,
  asked: 1_234,
  measured: 1_200,
  worstMs: 18_400,
  medianMs: 2_100,
  overLimitMs: 61_500,
  overCapacityMs: 0,
  contactorOpenings: 0,
  disobedient: 0,
  readingsLost: 1,
  spareWh: 2_000_000,
  usedWh: 1_500_000,
  earnedSat: 80_000,
  lostSat: 100,
  fuelGrams: 90_000,
  co2Grams: 288_000,
  fuelCents: 123_456,
  heldSeconds: 0,
}
const unseen: WeekProof = {
  ...proof,
  ...{ recordedSeconds: 0, asked: null, measured: 0, worstMs: null, medianMs: null, overLimitMs: null },
  ...{ spareWh: null, usedWh: null, earnedSat: null, lostSat: null },
  ...{ fuelGrams: null, co2Grams: null, fuelCents: null },
}
const row = (over: Partial<RevenueRow> = {}): RevenueRow => ({
  period: '2026-11-16/2026-11-22',
  coin: 'BTC',
  shipId: null,
  minerId: null,
  name: null,
  estimated: { sat: 80_001, cents: 7_003, basis: 'shares' },
  estimatedOwnerSat: 60_000,
  receivedSat: null,
  energyWh: 1_612_300,
  ...over,
})
const unknownRow = row({ estimated: null, estimatedOwnerSat: null, energyWh: null })
const alert = (kind: Alert['kind'], minerName: string | null) =>
  ({ kind, minerName, controllerName: 'Aurora' }) as Alert
const facts: WeekFacts = {
  week: '2026-11-16',
  sunday: '2026-11-22',
  alerts: { worst: [], count: 0 },
  papers: ['Ms <Aurora>'],
  ships: [
    { id: '1', name: 'Ms <Aurora>', proof, rows: [row(), row({ coin: 'BCH' })] },
    {
      id: '2',
      name: 'Ms Borealis',
      proof: unseen,
      rows: [row({ estimated: null, estimatedOwnerSat: null })],
    },
    { id: '3', name: 'Ms Corona', proof: unseen, rows: [unknownRow] },
  ],
}
const sender = {
  productName: 'Shipminer',
  publicUrl: 'https://shipminer.example',
  company: { name: 'Waal', address: null, kvk: null, vatId: null },
  providerEmail: null,
}

test('text: each figure of a ship, the unknown ones too', () => {
  const content = weeklyContent(facts, 'en', sender)
  expect(content.subject.replace(/\p{Zs}/gu, ' ')).toBe('Your week with Shipminer: 16–22 November 2026')
  const { text } = renderMail(content)
  expect(
    text
      .replace(/[^\S\n]/gu, ' ')
      .split('\n\n')
      .slice(2, 9),
  ).toEqual([
    'Nothing needs your attention: there are no open alerts.',
    [
      'Ms <Aurora>',
      'How often the ship asked: 1,234',
      'Giving way, slowest: 18.4 s',
      'Giving way, median: 2.1 s',
      'Time above the limit: 61.5 s',
      'Energy used of what was spare: 1,500 kWh (75 %)',
      'Your share (estimate):\n  €52.52\n  0.00060000 BTC',
      'Your share (estimate) · BCH:\n  €52.52\n  0.00060000 BCH',
      'Fuel cost of mining: €1,234.56',
      'CO₂ of it: 288 kg',
      'Measured: 165 of 168 hours',
    ].join('\n'),
    [
      'Ms Borealis',
      'Giving way: not measured (no box followed the generator)',
      'Energy of the miners: 1,612.3 kWh',
      'Your share (estimate): not known',
      'Fuel cost of mining: not known',
      'CO₂ of it: not known',
    ].join('\n'),
    'Ms Corona\nMeasured: nothing in this week',
    'Your share is an estimate: what pools pay on average for the work that was done. What they really paid is in your monthly statement.',
    'The weekly proof is attached as PDF: Ms <Aurora>.',
    'Open the dashboard: https://shipminer.example/dashboard',
  ])
})

test('HTML: one link, which is the button, and nothing of a name is markup', () => {
  const { html } = renderMail(weeklyContent(facts, 'de', sender))
  expect(html.match(/<a [^>]*href="[^"]*"/g)).toHaveLength(1)
  expect(html).toContain('href="https://shipminer.example/dashboard"')
  expect(html).toContain('Ms &lt;Aurora&gt;</h2>')
  expect(html).not.toMatch(/<img|<script|<Aurora/)
})

test.each(['nl', 'en', 'de', 'ro'] as const)(
  '%s: no placeholder is left, and a person can switch it off',
  (language) => {
    const { subject, ...content } = weeklyContent(
      { ...facts, alerts: { worst: [alert('overheat', 'Miner 3')], count: 1 } },
      language,
      sender,
    )
    const { text } = renderMail({ subject, ...content })
    expect(subject + text).not.toMatch(/\{\{|undefined|null|NaN/)
    expect(text).toContain('Miner 3')
    expect(text).toContain('https://shipminer.example/dashboard/alerts')
  },
)

test('alerts are one line: three by name, the others as a number', () => {
  const worst = [
    alert('overheat', 'Miner 3'),
    alert('controller-silent', null),
    alert('fan-fault', 'Miner 4'),
    alert('miner-offline', 'Miner 5'),
    alert('miner-offline', 'Miner 6'),
  ]
  expect(weeklyContent({ ...facts, alerts: { worst: worst, count: 250 } }, 'en', sender).paragraphs[1]).toBe(
    'Needs your attention: Miner 3 is too hot; Controller Aurora is silent; A fan of Miner 4 stands still; and 247 more.',
  )
})

test('a worth that nobody knows is left out, and the coins stay', () => {
  const priceless = row({ estimated: { sat: 80_001, cents: null, basis: 'shares' } })
  const ships: WeekFacts['ships'] = [{ id: '1', name: 'Ms Aurora', proof, rows: [priceless] }]
  expect(renderMail(weeklyContent({ ...facts, ships }, 'en', sender)).text).toContain(
    'Your share (estimate): 0.00060000 BTC\n',
  )
})

test('a week counts as measured by its generator or by its miners', () => {
  expect(isMeasured({ proof, rows: [] })).toBe(true)
  expect(isMeasured({ proof: null, rows: [row()] })).toBe(true)
  expect(isMeasured({ proof: unseen, rows: [unknownRow, row({ estimated: null, energyWh: 0 })] })).toBe(false)
})
