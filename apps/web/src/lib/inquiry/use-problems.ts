import { type FocusEvent, useEffect, useState } from 'react'
import type { Problems } from './check-sender.ts'

/**
 * What is wrong with a form and when it is shown: everything on `checkAll`, a field when the visitor moves from it to another field,
 * and no longer as soon as it is right. Never while a button is being pressed: text that appears or disappears then would move it.
 */
export function useProblems<Form extends Record<string, string>>(
  form: Form,
  check: (form: Form) => Problems<keyof Form & string>,
) {
  type Field = keyof Form & string
  const [problems, setProblems] = useState<Problems<Field>>({})

  useEffect(() => {
    setProblems((before) => {
      const fields = Object.keys(before) as Field[]
      if (fields.length === 0) return before
      const found = check(form)
      const kept: Problems<Field> = {}
      for (const field of fields) if (found[field]) kept[field] = found[field]
      return JSON.stringify(kept) === JSON.stringify(before) ? before : kept
    })
  }, [form, check])

  return {
    problems,
    /** True when nothing is wrong. */
    checkAll: (): boolean => {
      const found = check(form)
      setProblems(found)
      return Object.keys(found).length === 0
    },
    onLeave: (field: Field, event: FocusEvent): void => {
      const next = event.relatedTarget
      const goesOn = next instanceof HTMLElement && next.matches('input, select, textarea')
      if (!goesOn || (form[field] ?? '').trim() === '') return
      const { [field]: found } = check(form)
      if (found) setProblems((before) => ({ ...before, [field]: found }))
    },
  }
}
