import styles from './wrong-fields.module.css'

/** The fields that have to be looked at, each as a link to it. */
export function WrongFields<Name extends string>({
  names,
  labelOf,
  onGo,
}: {
  names: readonly Name[]
  labelOf: (name: Name) => string
  onGo: (name: Name) => void
}) {
  return (
    <ul className={styles.fields}>
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => onGo(name)}>
            {labelOf(name)}
          </button>
        </li>
      ))}
    </ul>
  )
}
