import { useRef } from 'react'

/** A key for a request that must have its effect once: the same while the same is sent again, a new one for something else. */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
