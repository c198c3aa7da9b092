import type { DeskOrder } from '@shipminer/contract/desk'
import styles from './order-signs.module.css'

const steps = ['placed', 'confirmed', 'scheduled', 'installed', 'completed'] as const
const gap = 15

/** How far an order is, on a small draught scale of five marks; one that ended otherwise has only its word. */
export function OrderScale({ state, word }: { state: DeskOrder['state']; word: string }) {
  const at = (steps as readonly string[]).indexOf(state)
  const width = gap * (steps.length - 1)
  return (
    <span className={styles.scale}>
      {at >= 0 && (
        <svg width={width + 4} height="14" viewBox={`0 0 ${width + 4} 14`} aria-hidden="true">
          <path d={`M2 11h${width}${steps.map((_, index) => `M${2 + index * gap} 7v4`).join('')}`} />
          <path d={`M2 3v8h${at * gap}${at > 0 ? 'v-8' : ''}`} className={styles.done} />
        </svg>
      )}
      {word}
    </span>
  )
}
