import { type ReactNode, useState } from 'react'
import layout from '../layout.module.css'
import text from '../text.module.css'
import styles from './fold.module.css'
import folding from './folding.module.css'

/**
 * A section that is opened when it is wanted: its title and how things stand in a line. What is in it is made when it is opened first, and kept
 * when it is closed again.
 */
export function Fold({
  id,
  title,
  standing,
  startsOpen = false,
  children,
}: {
  /** Unique on the page. */
  id: string
  title: string
  standing: ReactNode
  startsOpen?: boolean
  children: ReactNode
}) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = chosen ?? startsOpen
  return (
    <section aria-labelledby={id}>
      <details
        className={`${folding.folding} ${styles.fold}`}
        open={isOpen}
        onToggle={(event) => {
          if (event.target !== event.currentTarget) return
          setChosen(event.currentTarget.open)
          if (event.currentTarget.open) setWasOpen(true)
        }}
      >
        <summary>
          <span>
            <h2 id={id} className={text.title}>
              {title}
            </h2>
            <span className={text.note}>{standing}</span>
          </span>
        </summary>
        {(isOpen || wasOpen) && <div className={layout.section}>{children}</div>}
      </details>
    </section>
  )
}
