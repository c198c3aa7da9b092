import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { PictureMoment } from '../lib/power-picture.ts'
import type { ChartFrame } from './power-chart.tsx'
import styles from './power-picture.module.css'

/** A step of the past in words. */
export function useMomentWords() {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const kw = (watts: number) => `${formatNumber(language, watts / 1000, 1)}\u00a0kW`
  return ({ at, shipWatts, boxWatts, isYielding }: PictureMoment): string => {
    const time = formatTime(language, at)
    if (shipWatts === null || boxWatts === null) return t('moment.gap', { time })
    const words = { time, ship: kw(shipWatts), boxes: kw(boxWatts), all: kw(shipWatts + boxWatts) }
    return t(isYielding ? 'moment.yielding' : 'moment.reading', words)
  }
}

/** Picks a moment of the chart by pointer, finger or arrow keys; what it was then is read out. */
export function MomentPicker({
  frame: { left, right, top, bottom },
  moments,
  index,
  onPick,
}: {
  frame: ChartFrame
  moments: readonly PictureMoment[]
  index: number | null
  onPick: (index: number | null) => void
}) {
  const { t } = useTranslation('power')
  const write = useMomentWords()
  const last = moments.length - 1
  const shown = moments[index ?? last]
  if (!shown) return null
  const pickAt = ({ nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    const share = nativeEvent.offsetX / currentTarget.clientWidth
    onPick(Math.min(last, Math.max(0, Math.floor(share * moments.length))))
  }
  return (
    <input
      type="range"
      className={styles.picker}
      style={{ left, top, width: right - left, height: bottom - top }}
      aria-label={t('moment.pick')}
      aria-valuetext={write(shown)}
      min={0}
      max={last}
      value={index ?? last}
      onChange={(event) => onPick(Number(event.target.value))}
      onPointerMove={pickAt}
      onPointerLeave={() => onPick(null)}
      onBlur={() => onPick(null)}
      onKeyDown={({ key }) => key === 'Escape' && onPick(null)}
    />
  )
}
