import { Fragment } from 'react'
import styles from './table.module.css'

/** What a column has room for, in characters. */
const mostInColumn = 24

/** An id, or the name of what runs on a device: it breaks between its words alone. Only a word that no column has room for breaks itself. */
export function Unbroken({ children }: { children: string }) {
  return children.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name, and change together
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={word.length <= mostInColumn ? styles.unbroken : undefined}>{word}</span>
    </Fragment>
  ))
}
