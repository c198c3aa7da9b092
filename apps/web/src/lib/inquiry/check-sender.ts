import { isPhoneNumber } from '@shipminer/domain/accounts/phone-number'

/** What is wrong with a field: nothing in it, or no address that mail could reach, no telephone number, or no number in its range. */
export type FieldProblem = 'required' | 'emailInvalid' | 'phoneInvalid' | 'numberInvalid'
export type Problems<Field extends string = string> = Partial<Record<Field, FieldProblem>>

/** A local part, an at sign and a domain with a dot; the server looks closer. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

/** Fields of `required` that are empty, and an invalid e-mail address or telephone number. */
export function checkFields<Form extends Record<string, string>>(
  form: Form,
  required: readonly (keyof Form)[],
): Problems<keyof Form & string> {
  const problems: Problems<keyof Form & string> = {}
  for (const field of Object.keys(form) as (keyof Form & string)[]) {
    const text = form[field]?.trim() ?? ''
    if (text === '' && required.includes(field)) problems[field] = 'required'
    else if (field === 'email' && text !== '' && !isEmail(text)) problems[field] = 'emailInvalid'
    else if (field === 'phone' && text !== '' && !isPhoneNumber(text)) problems[field] = 'phoneInvalid'
  }
  return problems
}

/** What was typed, trimmed; undefined (so not sent) when nothing is left. */
export function trimText(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed
}
