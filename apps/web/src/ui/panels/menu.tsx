import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './menu.module.css'

/**
 * A button that opens a small panel of links and buttons, on the platform's popover: Escape, a click elsewhere and a change of page
 * close it, and it opens before any script runs. `trigger` is what is seen, `label` says what it is to those who do not see it.
 * Text in the panel goes into `MenuNote`.
 */
export function Menu({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: ReactNode
  children: ReactNode
}) {
  const id = `menu-${useId().replaceAll(/[^\w-]/g, '')}`
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    // Not when the page comes to life: the menu may have been opened before.
    const isChange = shownAt.current !== key
    shownAt.current = key
    if (isChange && panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [key])
  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget={id}>
        <span className="visually-hidden">{label} </span>
        {trigger}
      </button>
      <div ref={panel} id={id} popover="auto" className={styles.panel}>
        {children}
      </div>
    </>
  )
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>
}
