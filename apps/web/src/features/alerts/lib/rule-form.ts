import type { AlertRule } from '@shipminer/contract/alerts'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'

/** A rule as it is typed: empty is the product's own; the duration in minutes. */
export type RuleForm = { enabled: boolean; limit: string; forMinutes: string }

const maxForMinutes = 1440

/** The fields of a rule. */
export function ruleForm(rule: Pick<AlertRule, 'enabled' | 'limit' | 'forSeconds'>): RuleForm {
  return {
    enabled: rule.enabled,
    limit: rule.limit === null ? '' : String(rule.limit),
    forMinutes: rule.forSeconds === null ? '' : String(Math.round((rule.forSeconds / 60) * 100) / 100),
  }
}

/** The rule that was typed, or which field is wrong. */
export function parseRule(
  kind: AlertRule['kind'],
  form: RuleForm,
): { ok: true; rule: AlertRule } | { ok: false; field: 'limit' | 'forMinutes' } {
  const limit = optionalNumber(form.limit)
  if (limit === undefined || (limit !== null && (limit < 0 || limit > 10_000)))
    return { ok: false, field: 'limit' }
  const minutes = optionalNumber(form.forMinutes)
  if (minutes === undefined || (minutes !== null && (minutes < 0 || minutes > maxForMinutes)))
    return { ok: false, field: 'forMinutes' }
  return {
    ok: true,
    rule: {
      kind,
      enabled: form.enabled,
      limit,
      forSeconds: minutes === null ? null : Math.round(minutes * 60),
    },
  }
}

/** Null for an empty field, undefined for what is no number. */
function optionalNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null
  return parseTypedNumber(text, 'decimals') ?? undefined
}
