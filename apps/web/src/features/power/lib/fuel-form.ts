import type { FuelSettings } from '@shipminer/contract/power/fuel'
import { isCurve } from '@shipminer/domain/generator/proof/fuel'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'

/** Loads at which the consumption is asked, percent, as makers' sheets have them. */
export const curveLoads = [25, 50, 75, 100] as const

/** What is typed about fuel; the consumption in the order of `curveLoads`. */
export type FuelForm = {
  mine: FuelSettings['mine']
  diesel: string
  minimum: string
  curve: readonly string[]
}

export type FuelProblem = 'diesel' | 'minimum' | 'curve'

/** What each number may be; euros a litre, percent, grams a kilowatt hour. */
export const fuelRanges = {
  diesel: { min: 0.01, max: 10 },
  minimum: { min: 5, max: 70 },
  curve: { min: 100, max: 1_000 },
} as const

const usualMinimum = '30'

/** The fields to begin with; numbers as this language writes them. */
export function fuelForm(settings: FuelSettings | null, write: (value: number) => string): FuelForm {
  const text = (value: number | null | undefined) => (value == null ? '' : write(value))
  const cents = settings?.dieselCentsPerLitre ?? null
  return {
    mine: settings?.mine ?? 'always',
    diesel: text(cents === null ? null : cents / 100),
    minimum: text(settings?.minimumLoadPercent),
    curve: curveLoads.map((load) =>
      text(settings?.curve?.find(({ loadPercent }) => loadPercent === load)?.gramsPerKwh),
    ),
  }
}

/** Another choice of when to mine; one that needs a least load gets the usual one. */
export function chooseMine(form: FuelForm, mine: FuelSettings['mine']): FuelForm {
  return {
    ...form,
    mine,
    minimum: mine === 'only-wasted' && form.minimum === '' ? usualMinimum : form.minimum,
  }
}

/** What was typed, or every field that is wrong. A price is needed only where it decides something. */
export function parseFuel(
  form: FuelForm,
): { ok: true; settings: FuelSettings } | { ok: false; problems: ReadonlySet<FuelProblem> } {
  const problems = new Set<FuelProblem>()
  const read = (text: string, field: FuelProblem, isNeeded: boolean): number | null => {
    if (text.trim() === '') {
      if (isNeeded) problems.add(field)
      return null
    }
    const value = parseTypedNumber(text.trim(), 'decimals')
    const { min, max } = fuelRanges[field]
    if (value === null || value < min || value > max) problems.add(field)
    return value
  }
  const diesel = read(form.diesel, 'diesel', form.mine === 'when-it-pays')
  const minimum = read(form.minimum, 'minimum', form.mine === 'only-wasted')
  if (minimum !== null && !Number.isInteger(minimum)) problems.add('minimum')
  const points = curveLoads.flatMap((loadPercent, index) => {
    const gramsPerKwh = read(form.curve[index] ?? '', 'curve', false)
    return gramsPerKwh === null ? [] : [{ loadPercent, gramsPerKwh }]
  })
  if (points.length > 0 && !isCurve(points)) problems.add('curve')
  if (problems.size > 0) return { ok: false, problems }
  return {
    ok: true,
    settings: {
      mine: form.mine,
      dieselCentsPerLitre: diesel === null ? null : Math.round(diesel * 10_000) / 100,
      curve: points.length === 0 ? null : points,
      minimumLoadPercent: minimum,
    },
  }
}
