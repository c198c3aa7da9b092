import styles from './contact.module.css'

/**
 * A sketch of a quay on a river, as a chart would draw it: water, depth lines, buoys, berths and where we are. Not to scale; nothing is
 * loaded from third parties.
 */
export function QuayMap({ label }: { label: string }) {
  return (
    <svg className={styles.chart} viewBox="0 0 480 270" role="img" aria-label={label}>
      <path className={styles.land} d="M0 0h480v270H0z" />
      <path
        className={styles.water}
        d="M0 168C70 150 120 196 190 186s96-66 168-70 84 18 122 2v92c-44 20-84 2-128 12s-92 62-166 64S60 230 0 262z"
      />
      <path
        className={styles.depth}
        d="M0 190c70-18 124 26 196 16s96-64 166-68 80 16 118 2M0 214c72-18 130 24 202 14s96-60 164-64 78 12 114 0M0 236c76-18 132 20 206 10s98-56 160-60 80 8 114-2"
      />
      <path
        className={styles.road}
        d="M0 92C80 70 160 120 250 96S400 40 480 52M250 96c-16-40-8-70 6-96M132 104c-4-40-30-70-40-104"
      />
      <path className={styles.basin} d="M226 176l-16-52h72l10 26" />
      <path className={styles.quay} d="M226 176l-16-52h72l10 26" />
      <path className={styles.berth} d="M224 132h10l4 30M246 132h10l3 26" />
      <path className={styles.ship} d="M40 216l86-8 12 5-11 7-86 7z" />
      <path className={styles.ship} d="M330 190l74-14 12 4-11 8-73 13z" />
      <path className={styles.buoyRed} d="M176 196v-12l8 5z" />
      <path className={styles.buoyGreen} d="M300 208v-12l8 5z" />
      <path className={styles.pin} d="M268 116l-13-22a15 15 0 1 1 26 0z" />
      <circle className={styles.pinHole} cx="268" cy="86" r="5" />
      <path className={styles.north} d="M448 26v40M448 22l-6 14h12z" />
      <text x="448" y="84" textAnchor="middle" className={styles.letter}>
        N
      </text>
    </svg>
  )
}
