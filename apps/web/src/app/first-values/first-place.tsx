import type { ReactNode } from 'react'
import styles from './first-place.module.css'

declare global {
  /** What was drawn before the page lived; undefined once the page shows values of its own. */
  var shipminerFirst: HTMLElement[] | undefined
}

/** Where the values stand that came before the scripts, see `entry-first.ts`; without any the children are shown. */
export function FirstPlace({ children }: { children: ReactNode }) {
  return (
    <>
      <div
        id="first-values"
        className={styles.place}
        ref={place}
        // Filled while the scripts came: an empty text, of which React leaves alone what else is there.
        suppressHydrationWarning
      >
        {''}
      </div>
      <div className={styles.without}>{children}</div>
    </>
  )
}

function place(element: HTMLDivElement | null): void {
  if (element !== null && globalThis.shipminerFirst) element.replaceChildren(...globalThis.shipminerFirst)
}

/** The page shows values of its own, or those of nobody. */
export function dropFirstValues(): void {
  globalThis.shipminerFirst = undefined
}
