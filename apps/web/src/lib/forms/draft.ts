/** What was typed into a form, by field. */
export type FormText = Record<string, string>

/** Longer than any field the forms send. */
const maxFieldLength = 10_000

/** Reads a kept form: only fields that the form has and only text; anything else counts as absent. */
export function parseDraft<Form extends FormText>(kept: string | null, empty: Form): Partial<Form> {
  if (kept === null) return {}
  try {
    const read: unknown = JSON.parse(kept)
    if (typeof read !== 'object' || read === null) return {}
    const entries = Object.entries(read).filter(
      ([field, text]) =>
        Object.hasOwn(empty, field) && typeof text === 'string' && text.length <= maxFieldLength,
    )
    return Object.fromEntries(entries) as Partial<Form>
  } catch {
    return {}
  }
}

/** Puts texts into the fields that are still as they were in `empty`: what was typed is never overwritten. */
export function fillUntouched<Form extends FormText>(form: Form, empty: Form, texts: Partial<Form>): Form {
  const filled: Form = { ...form }
  for (const field of Object.keys(texts) as (keyof Form)[]) {
    const text = texts[field]
    if (text !== undefined && form[field] === empty[field]) filled[field] = text
  }
  return filled
}
