import type { ReactNode } from 'react'
import styles from './accordion.module.css'
import folding from './folding.module.css'

/** Questions of which one is open at a time and can be closed again; works before any script runs. `name` must be unique on the page. */
export function Accordion({
  name,
  items,
}: {
  name: string
  items: readonly { title: string; body: ReactNode; id?: string }[]
}) {
  return (
    <div className={styles.accordion}>
      {items.map((item) => (
        <details key={item.title} id={item.id} name={name} className={`${folding.folding} ${styles.item}`}>
          <summary>{item.title}</summary>
          <div className={styles.answer}>{item.body}</div>
        </details>
      ))}
    </div>
  )
}
