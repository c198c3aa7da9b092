import type { Ship, ShipInput } from '@shipminer/contract/ships'
import { type ShipType, ShipTypeSchema } from '@shipminer/contract/shop/inquiries'
import { isTimeZone } from '@shipminer/domain/time-zone'

/** A ship as typed. */
export type ShipForm = Record<Exclude<keyof ShipInput, 'type'>, string> & { type: ShipType | '' }

export const shipTypes = ShipTypeSchema.options

/** What is wrong where; `required` are the fields of docs/product.md 5.3. */
export type ShipProblems = Partial<
  Record<'name' | 'type', 'required'> &
    Record<'timeZone', 'unknown'> &
    Record<'generatorCapacityKw' | 'currentUsagePercent', 'number'>
>

export function emptyShip(): ShipForm {
  return {
    name: '',
    type: '',
    homePort: '',
    registrationNumber: '',
    generatorCapacityKw: '',
    currentUsagePercent: '',
    notes: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The form of a known ship. What was not filled in is empty, never 0. */
export function shipForm(ship: Ship): ShipForm {
  return {
    name: ship.name,
    type: ship.type ?? '',
    homePort: ship.homePort ?? '',
    registrationNumber: ship.registrationNumber ?? '',
    generatorCapacityKw: ship.generatorCapacityKw?.toString() ?? '',
    currentUsagePercent: ship.currentUsagePercent?.toString() ?? '',
    notes: ship.notes ?? '',
    timeZone: ship.timeZone,
  }
}

export function checkShip(form: ShipForm): ShipProblems {
  const problems: ShipProblems = {}
  if (form.name.trim() === '') problems.name = 'required'
  if (form.type === '') problems.type = 'required'
  if (!isWhole(form.generatorCapacityKw, 100_000)) problems.generatorCapacityKw = 'number'
  if (!isWhole(form.currentUsagePercent, 100)) problems.currentUsagePercent = 'number'
  if (form.timeZone.trim() !== '' && !isTimeZone(form.timeZone.trim())) problems.timeZone = 'unknown'
  return problems
}

/** The form as the calls take it. */
export function shipBody(form: ShipForm): Required<ShipInput> {
  return {
    name: form.name.trim(),
    type: form.type,
    homePort: textOrNull(form.homePort),
    registrationNumber: textOrNull(form.registrationNumber),
    generatorCapacityKw: wholeOrNull(form.generatorCapacityKw),
    currentUsagePercent: wholeOrNull(form.currentUsagePercent),
    notes: textOrNull(form.notes),
    timeZone: textOrNull(form.timeZone),
  }
}

/** The zones to choose from: those of Europe first, and the present one even where the browser does not list it. */
export function timeZones(present: string): string[] {
  const isFar = (zone: string) => !zone.startsWith('Europe/')
  const known = new Set([...Intl.supportedValuesOf('timeZone'), present])
  return [...known].sort((a, b) => Number(isFar(a)) - Number(isFar(b)) || a.localeCompare(b))
}

function isWhole(text: string, max: number): boolean {
  const value = wholeOrNull(text)
  return value === null ? text.trim() === '' : value <= max
}

function wholeOrNull(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
