import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import type { PicturePoint } from '../lib/power-picture.ts'
import styles from './power-picture.module.css'

const stepMs = 30 * 60_000

/** The picture's past in half hours, newest first: means of what was measured, and a word where nothing was. */
export function PictureTable({ points, from }: { points: readonly PicturePoint[]; from: number }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const first = Math.ceil(from / stepMs) * stepMs
  const rows = Array.from({ length: 48 }, (_, index) => {
    const at = first + index * stepMs
    const within = points.filter((point) => point.at >= at && point.at < at + stepMs)
    const mean = (pick: (point: PicturePoint) => number | null) => {
      const known = within.flatMap((point) => pick(point) ?? [])
      return known.length === 0 ? null : known.reduce((sum, watts) => sum + watts, 0) / known.length
    }
    return {
      at,
      ship: mean(({ shipLoadWatts }) => shipLoadWatts),
      boxes: mean(({ miningLoadWatts }) => miningLoadWatts),
      minutes: Math.round(within.reduce((sum, { curtailedSeconds }) => sum + curtailedSeconds, 0) / 60),
    }
  }).reverse()
  const kw = (watts: number | null) =>
    watts === null ? t('picture.gap') : `${formatNumber(language, watts / 1000, 1)}\u00a0kW`
  return (
    <ScrollRegion label={t('picture.table')} className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('picture.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('picture.time')}</th>
            <th scope="col">{t('picture.ship')}</th>
            <th scope="col">{t('picture.boxes')}</th>
            <th scope="col">{t('picture.minutes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, ship, boxes, minutes }) => (
            <tr key={at}>
              <th scope="row">{formatTime(language, at)}</th>
              <td>{kw(ship)}</td>
              <td>{kw(boxes)}</td>
              <td>{formatNumber(language, minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
