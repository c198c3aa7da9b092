import { type ShipType, ShipTypeSchema } from '@shipminer/contract/inquiries'
import type { Ship, ShipInput } from '@shipminer/contract/ships'

/** A ship as typed. */
export type ShipForm = {
  name: string
  type: ShipType | ''
  homePort: string
  registrationNumber: string
  generatorCapacityKw: string
  currentUsagePercent: string
  notes: string
}

export const shipTypes = ShipTypeSchema.options

/** What is wrong where; `required` are the fields of docs/product.md 5.3. */
export type ShipProblems = Partial<
  Record<'name' | 'type', 'required'> & Record<'generatorCapacityKw' | 'currentUsagePercent', 'number'>
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
  }
}

export function checkShip(form: ShipForm): ShipProblems {
  const problems: ShipProblems = {}
  if (form.name.trim() === '') problems.name = 'required'
  if (form.type === '') problems.type = 'required'
  if (!isWhole(form.generatorCapacityKw, 100_000)) problems.generatorCapacityKw = 'number'
  if (!isWhole(form.currentUsagePercent, 100)) problems.currentUsagePercent = 'number'
  return problems
}

/** The form as the calls take it. */
export function shipBody(form: ShipForm): ShipInput {
  return {
    name: form.name.trim(),
    type: form.type,
    homePort: textOrNull(form.homePort),
    registrationNumber: textOrNull(form.registrationNumber),
    generatorCapacityKw: wholeOrNull(form.generatorCapacityKw),
    currentUsagePercent: wholeOrNull(form.currentUsagePercent),
    notes: textOrNull(form.notes),
  }
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
