import styles from './draught-marks.module.css'

const step = 86

/** Stencilled draught marks as on a bow, from `from` decimetres down in twos, with the water line at `waterline` decimetres; cut off where its place ends. Decoration. */
export function DraughtMarks({ from, count, waterline }: { from: number; count: number; waterline: number }) {
  const yOf = (decimetres: number) => 16 + ((from - decimetres) / 2) * step
  const marks = Array.from({ length: count }, (_, index) => from - index * 2)
  const height = yOf(from - count * 2) - 16
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 88 ${height}`}
      preserveAspectRatio="xMaxYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M87 0V${height}`} className={styles.post} />
      {marks.map((mark) => (
        <text key={mark} x="52" y={yOf(mark) + 9}>
          {mark}
        </text>
      ))}
      <path d={`M62 16${`h25m-25 ${step}`.repeat(count)}`} className={styles.major} />
      <path d={`M74 ${16 + step / 2}${`h13m-13 ${step}`.repeat(count)}`} className={styles.tick} />
      <path d={`M0 ${yOf(waterline)}H96`} className={styles.water} />
    </svg>
  )
}
