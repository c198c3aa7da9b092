import type { ComponentProps } from 'react'
import { Link } from '../../../ui/link.tsx'
import { mayOpen } from './nav.ts'
import { useRole } from './use-role.ts'

/** A link to a page of the desk; for those whose role may not open it, its words alone. */
export function DeskLink(props: ComponentProps<typeof Link>) {
  return mayOpen(useRole(), props.to) ? <Link {...props} /> : <span>{props.children}</span>
}
