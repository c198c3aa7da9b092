import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { Link } from './link.tsx'

/** `main` is the one thing a screen wants done; at most one of it is in view. */
export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

type Look = { kind?: ButtonKind; wide?: boolean }

function classOf({ kind = 'plain', wide = false }: Look): string {
  const names = [styles.button, kind === 'plain' ? '' : styles[kind], wide ? styles.wide : '']
  return names.filter(Boolean).join(' ')
}

export function Button({
  kind,
  wide,
  className,
  type = 'button',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const look = classOf({ ...(kind && { kind }), ...(wide && { wide }) })
  return <button {...rest} type={type} className={className ? `${look} ${className}` : look} />
}

/** A link that looks like a button. */
export function ButtonLink({ kind, wide, to, children }: Look & { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classOf({ ...(kind && { kind }), ...(wide && { wide }) })}>
      {children}
    </Link>
  )
}

/** A link out of the site that looks like a button. */
export function OutLink({ kind, wide, href, children }: Look & { href: string; children: ReactNode }) {
  return (
    <a href={href} className={classOf({ ...(kind && { kind }), ...(wide && { wide }) })}>
      {children}
    </a>
  )
}
