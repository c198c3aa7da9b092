import styles from './isobaths.module.css'

/** Depth contours of a river bed behind a section; the section must be positioned and isolated. */
export function Isobaths() {
  return <div className={styles.isobaths} aria-hidden="true" />
}
