import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in px, followed; 0 until it is known. For drawings whose text must keep its size. */
export function useWidth<Kind extends HTMLElement>(): [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(Math.floor(current.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
