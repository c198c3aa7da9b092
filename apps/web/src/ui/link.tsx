import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; replace?: boolean }

/** A link within the site that changes the page without reloading it. The router's own carries 4 kB of data-loading code along. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event) || rest.target) return
    event.preventDefault()
    navigate(to, { replace: replace ?? href === pathname + search + hash })
  }

  return <a {...rest} href={href} onClick={follow} />
}

/** A link that says when it leads to where one is; `end` counts only the very page, not those below it. */
export function NavLink({ end = false, ...props }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isHere = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`))
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

/** With a modifier a click is the browser's: new tab, new window, download. */
function hasModifier(event: MouseEvent): boolean {
  return event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
}
