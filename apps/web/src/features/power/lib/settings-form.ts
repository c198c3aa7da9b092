import type { PowerSettings } from '@shipminer/contract/power/environment'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'

/** The settings as they are typed. */
export type SettingsForm = {
  capacityKw: string
  limitPercent: string
  reserveKw: string
  holdSeconds: string
  order: readonly string[]
  quietHours: readonly { from: string; to: string }[]
  shoreCapacityKw: string
  batteryCapacityKw: string
}

export type NumberField =
  | 'capacityKw'
  | 'limitPercent'
  | 'reserveKw'
  | 'holdSeconds'
  | 'shoreCapacityKw'
  | 'batteryCapacityKw'

/** What each number may be, as the contract has it. */
export const fieldRanges: Record<
  NumberField,
  { min: number; max: number; isWhole: boolean; isOptional: boolean }
> = {
  capacityKw: { min: 1, max: 10_000, isWhole: false, isOptional: false },
  limitPercent: { min: 10, max: 100, isWhole: true, isOptional: false },
  reserveKw: { min: 0, max: 10_000, isWhole: false, isOptional: false },
  holdSeconds: { min: 30, max: 86_400, isWhole: true, isOptional: false },
  shoreCapacityKw: { min: 1, max: 10_000, isWhole: false, isOptional: true },
  batteryCapacityKw: { min: 1, max: 10_000, isWhole: false, isOptional: true },
}

const numberFields = Object.keys(fieldRanges) as NumberField[]

/** Most spans of quiet hours. */
export const maxQuietHours = 8

/**
 * The fields to begin with: what was set, what is followed, or careful values for a ship of this capacity (kW; null is unknown).
 * Numbers as this language writes them.
 */
export function settingsForm(
  settings: PowerSettings | null,
  generatorCapacityKw: number | null,
  write: (value: number) => string,
): SettingsForm {
  const text = (value: number | null) => (value === null ? '' : write(value))
  return {
    capacityKw: text(settings?.capacityKw ?? generatorCapacityKw),
    limitPercent: text(settings?.limitPercent ?? 85),
    reserveKw: text(
      settings?.reserveKw ?? (generatorCapacityKw === null ? 5 : Math.ceil(generatorCapacityKw / 10)),
    ),
    holdSeconds: text(settings?.holdSeconds ?? 300),
    order: settings?.order ?? [],
    quietHours: settings?.quietHours ?? [],
    shoreCapacityKw: text(settings?.shoreCapacityKw ?? null),
    batteryCapacityKw: text(settings?.batteryCapacityKw ?? null),
  }
}

/** The settings that were typed, or every field that is wrong. */
export function parseSettings(
  form: SettingsForm,
): { ok: true; settings: PowerSettings } | { ok: false; problems: ReadonlySet<NumberField> } {
  const numbers = {} as Record<NumberField, number | null>
  const problems = new Set<NumberField>()
  for (const field of numberFields) {
    const { min, max, isWhole, isOptional } = fieldRanges[field]
    const text = form[field].trim()
    const value = text === '' ? null : parseTypedNumber(text, 'decimals')
    numbers[field] = value
    if (text === '' && isOptional) continue
    if (value === null || value < min || value > max || (isWhole && !Number.isInteger(value)))
      problems.add(field)
  }
  const { capacityKw, limitPercent, reserveKw, holdSeconds, shoreCapacityKw, batteryCapacityKw } = numbers
  if (
    problems.size > 0 ||
    capacityKw === null ||
    limitPercent === null ||
    reserveKw === null ||
    holdSeconds === null
  )
    return { ok: false, problems }
  return {
    ok: true,
    settings: {
      capacityKw,
      limitPercent,
      reserveKw,
      holdSeconds,
      order: [...form.order],
      quietHours: form.quietHours.map(({ from, to }) => ({ from, to })),
      shoreCapacityKw,
      batteryCapacityKw,
    },
  }
}

/** A list with one entry at another place. */
export function moveEntry<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item === undefined || to < 0 || to > next.length) return [...list]
  next.splice(to, 0, item)
  return next
}

export type SettingsDifference = keyof PowerSettings

/** Where the settings in force on board differ from the requested ones. */
export function settingsDifferences(wished: PowerSettings, effective: PowerSettings): SettingsDifference[] {
  const fields: SettingsDifference[] = [...numberFields, 'order', 'quietHours']
  return fields.filter((field) => JSON.stringify(wished[field]) !== JSON.stringify(effective[field]))
}
