import { useEffect, useRef } from 'react'
import { readsLetters, stepFrom } from './desk-keys.ts'

/**
 * Keys that work on every page of the desk: `j` and `k` go from row to row, `?` shows the keys, Ctrl-K searches. What is focused in a row
 * is its link or button, so Enter does what it says. Rows mark that element with `data-row`.
 */
export function useDeskKeys(on: { onHelp: () => void; onSearch: () => void }): void {
  const handlers = useRef(on)
  useEffect(() => {
    handlers.current = on
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const { onHelp, onSearch } = handlers.current
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onSearch()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !readsLetters()) return
      if (event.key === '?') onHelp()
      else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
  )
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(
    (row) => row.offsetParent !== null,
  )
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[stepFrom(at, by, rows.length)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
