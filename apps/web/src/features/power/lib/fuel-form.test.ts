import { expect, test } from 'vitest'
import { chooseMine, type FuelForm, fuelForm, parseFuel } from './fuel-form.ts'

const form = (over: Partial<FuelForm> = {}): FuelForm => ({ ...fuelForm(null, String), ...over })
const problems = (over: Partial<FuelForm>) => {
  const parsed = parseFuel(form(over))
  return parsed.ok ? [] : [...parsed.problems].sort()
}

test('nothing entered is a ship that mines whatever it costs', () =>
  expect(parseFuel(form())).toEqual({
    ok: true,
    settings: { mine: 'always', dieselCentsPerLitre: null, curve: null, minimumLoadPercent: null },
  }))

test('euros a litre become cents, with comma or point, and come back as they were', () => {
  const parsed = parseFuel(form({ mine: 'when-it-pays', diesel: '1,155', curve: ['280', '', '', '214'] }))
  expect(parsed).toMatchObject({
    ok: true,
    settings: {
      dieselCentsPerLitre: 115.5,
      curve: [
        { loadPercent: 25, gramsPerKwh: 280 },
        { loadPercent: 100, gramsPerKwh: 214 },
      ],
    },
  })
  if (parsed.ok)
    expect(fuelForm(parsed.settings, String)).toMatchObject({
      diesel: '1.155',
      curve: ['280', '', '', '214'],
    })
})

test.each([
  [{ mine: 'when-it-pays' }, ['diesel']],
  [{ mine: 'only-wasted' }, ['minimum']],
  [{ diesel: '115' }, ['diesel']],
  [{ minimum: '30,5' }, ['minimum']],
  [{ minimum: '90' }, ['minimum']],
  // One point is no curve; and a set does not burn less for more load.
  [{ curve: ['280', '', '', ''] }, ['curve']],
  [{ curve: ['900', '', '', '200'] }, ['curve']],
  [{ diesel: 'x', minimum: 'y', curve: ['z', '', '', ''] }, ['curve', 'diesel', 'minimum']],
] satisfies [Partial<FuelForm>, string[]][])('%j is refused', (over, expected) =>
  expect(problems(over)).toEqual(expected),
)

test('who mines only for the least load gets the usual one', () => {
  expect(chooseMine(form(), 'only-wasted').minimum).toBe('30')
  expect(chooseMine(form({ minimum: '40' }), 'only-wasted').minimum).toBe('40')
  expect(chooseMine(form(), 'when-it-pays').minimum).toBe('')
})
