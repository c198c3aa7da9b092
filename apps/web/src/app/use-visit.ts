import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/**
 * After a change of page: back to where one was when going back, to the named element for `#name`, else to the top with focus on the
 * main heading, so that screen readers start there.
 */
export function useVisit(): void {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef({ key, pathname, hash })

  useEffect(() => {
    const remember = () => positions.set(shown.current.key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])

  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname, hash }
    // A page that only writes its state into the address does not count as a new visit.
    if (type === 'REPLACE' && before.pathname === pathname && before.hash === hash) return
    const focus = before.pathname !== pathname
    // The page may still be loading; its heading is awaited for as long as a slow link may take.
    let frames = 0
    let frame = 0
    const arrive = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
      if (!heading && frames++ < 600) {
        frame = requestAnimationFrame(arrive)
        return
      }
      if (type === 'POP') scrollTo(0, positions.get(key) ?? 0)
      else if (target) target.scrollIntoView()
      else scrollTo(0, 0)
      if (focus && heading) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
    }
    frame = requestAnimationFrame(arrive)
    return () => cancelAnimationFrame(frame)
  }, [key, hash, pathname, type])
}
