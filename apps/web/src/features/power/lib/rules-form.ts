import type { RuleNote, RuleSettings } from '@shipminer/contract/power/rules'
import { ruleRanges } from '@shipminer/domain/rules/rule-settings'
import type { Language } from '@shipminer/i18n/languages'
import { formatHashrate, formatTemperature, joinQuantity } from '../../../lib/format/format.ts'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'

export type RuleField = keyof typeof ruleRanges

/** What is ticked and typed about rules. A rule that is off keeps its numbers. */
export type RulesForm = { restarts: boolean; coolsDown: boolean } & Record<RuleField, string>

/** The fields to begin with; without settings the usual numbers, and every rule off. */
export function rulesForm(settings: RuleSettings | null): RulesForm {
  const { restart = null, coolDown = null } = settings ?? {}
  return {
    restarts: restart !== null,
    coolsDown: coolDown !== null,
    afterMinutes: String(restart?.afterMinutes ?? ruleRanges.afterMinutes.usual),
    mostPerDay: String(restart?.mostPerDay ?? ruleRanges.mostPerDay.usual),
    aboveC: String(coolDown?.aboveC ?? ruleRanges.aboveC.usual),
  }
}

/** What was typed, or every field that is wrong. Numbers of a rule that is off do not matter. */
export function parseRules(
  form: RulesForm,
): { ok: true; settings: RuleSettings } | { ok: false; problems: ReadonlySet<RuleField> } {
  const problems = new Set<RuleField>()
  const read = (field: RuleField): number => {
    const value = parseTypedNumber(form[field].trim())
    const { min, max } = ruleRanges[field]
    if (value === null || !Number.isInteger(value) || value < min || value > max) problems.add(field)
    return value ?? min
  }
  const settings: RuleSettings = {
    restart: form.restarts ? { afterMinutes: read('afterMinutes'), mostPerDay: read('mostPerDay') } : null,
    coolDown: form.coolsDown ? { aboveC: read('aboveC') } : null,
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, settings }
}

/** What a rule acted on, as figures: the rate or the temperature, empty where there is neither. */
export function ruleReading(language: Language, rule: RuleNote | null): string {
  if (rule === null) return ''
  const { hashrateGhs, temperatureDeciC } = rule
  return [
    hashrateGhs === null ? null : joinQuantity(formatHashrate(language, hashrateGhs / 1_000)),
    temperatureDeciC === null ? null : joinQuantity(formatTemperature(language, temperatureDeciC / 10)),
  ]
    .filter((part) => part !== null)
    .join(', ')
}
