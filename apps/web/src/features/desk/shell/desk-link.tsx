import type { ComponentProps } from 'react'
import { Link } from '../../../ui/link.tsx'
import { mayOpen } from './nav.ts'
import { useRole } from './use-role.ts'

/** A link to a page of the desk that names a thing; for those whose role may not open it, the name alone. */
export function DeskLink(props: ComponentProps<typeof Link>) {
  return useMayOpen(props.to) ? <Link {...props} /> : <span>{props.children}</span>
}

/** Whether this operator may open a page of the desk: for links that only say to go there. */
export function useMayOpen(to: string): boolean {
  return mayOpen(useRole(), to)
}
