import type { ReactNode, Ref } from 'react'

/** A named area that scrolls by itself, reachable by keyboard so that arrow keys can scroll it. */
export function ScrollRegion({
  label,
  className,
  ref,
  children,
}: {
  label: string
  className: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
