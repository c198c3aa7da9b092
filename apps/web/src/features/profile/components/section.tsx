import { type ReactNode, useId } from 'react'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import styles from './profile.module.css'

/**
 * One part of the profile: its heading beside what it holds, above it where room is scarce. `view` names what it holds now (seen or
 * edited), so that focus is not lost between the two.
 */
export function Section({
  title,
  lead,
  view,
  children,
}: {
  title: string
  lead?: string
  view?: string
  children: ReactNode
}) {
  const content = useKeepFocus<HTMLDivElement>(view)
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {lead && <p className={text.quiet}>{lead}</p>}
      </div>
      <div ref={content} className={layout.column}>
        {children}
      </div>
    </section>
  )
}

/** Names and values of a list of facts. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
