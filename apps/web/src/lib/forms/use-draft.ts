import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FormText, fillUntouched, parseDraft } from './draft.ts'

const keyOf = (name: string) => `shipminer.draft.${name}`

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

function write(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // Storage is full or refused: the form then lives as long as the page.
  }
}

/** The form as it is where nothing in it is different: the page is then not drawn again. */
function keepSame<Form extends FormText>(before: Form, after: Form): Form {
  return Object.keys(after).every((field) => after[field] === before[field]) ? before : after
}

export type Draft<Form extends FormText> = {
  form: Form
  /** Changes some fields; with a function, depending on what they are by then. */
  change: (part: Partial<Form> | ((before: Form) => Partial<Form>)) => void
  /** Fills only fields that have not been touched. */
  fill: (part: Partial<Form>) => void
  /** After it was sent: empty again, here and in the storage. */
  clear: () => void
}

/**
 * A form that survives a reload and a change of language in the same tab. `empty` must be a constant. What was typed before the page
 * came to life (taken over by the fields) wins over what is kept, which wins over what `fill` brings.
 */
export function useDraft<Form extends FormText>(name: string, empty: Form): Draft<Form> {
  const [form, setForm] = useState(empty)
  const isRead = useRef(false)

  useLayoutEffect(() => {
    const kept = parseDraft(read(name), empty)
    setForm((before) => keepSame(before, fillUntouched(before, empty, kept)))
  }, [name, empty])

  useEffect(() => {
    // The first pass still shows the form without what is kept.
    if (isRead.current)
      write(name, JSON.stringify(form) === JSON.stringify(empty) ? null : JSON.stringify(form))
    isRead.current = true
  }, [name, form, empty])

  const change = useCallback<Draft<Form>['change']>(
    (part) =>
      setForm((before) =>
        keepSame(before, { ...before, ...(typeof part === 'function' ? part(before) : part) }),
      ),
    [],
  )
  const fill = useCallback(
    (part: Partial<Form>) => setForm((before) => keepSame(before, fillUntouched(before, empty, part))),
    [empty],
  )
  const clear = useCallback(() => {
    // At once: the page may be left before the form is drawn again.
    write(name, null)
    setForm(empty)
  }, [name, empty])
  return { form, change, fill, clear }
}
