import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps people who use a keyboard where they are: when `view` changes and takes the focused control away with it, the first control of
 * what came in its place gets the focus. Focus that is elsewhere is left alone.
 */
export function useKeepFocus<T extends HTMLElement>(view: unknown): RefObject<T | null> {
  const ref = useRef<T>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>('input, select, textarea, button, a[href], summary')?.focus()
  }, [view])
  return ref
}
