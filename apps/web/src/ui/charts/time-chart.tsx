import { Suspense } from 'react'
import { lazyChunk } from '../../lib/chunks/chunk-loader.ts'
import { useSpared } from '../../lib/files/saver.ts'
import { Spared } from '../spared.tsx'
import type { TimeChartProps } from './drawn-time-chart.tsx'
import styles from './time-chart.module.css'

const Drawn = lazyChunk(async () => (await import('./drawn-time-chart.tsx')).DrawnTimeChart)

/**
 * Figures of one unit over time on a canvas: gaps as gaps, the pointer names the moment, a drag or the buttons zoom. Text or a table must
 * accompany it: the canvas itself is hidden from assistive technology. It comes after the page, in the room that is kept for it.
 */
export function TimeChart(props: TimeChartProps) {
  const [isSpared, show] = useSpared()
  if (isSpared) return <Spared onShow={show} />
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <Drawn {...props} />
    </Suspense>
  )
}
