import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { fitMiners, type PictureMiner, type PowerShares } from '../lib/power-picture.ts'
import { type ChartFrame, round, scalesOf } from './power-chart.tsx'
import styles from './power-picture.module.css'

const tankWidth = 64
const bandWidth = 200
export const besideTank = tankWidth + bandWidth + 324

/** Height of a miner's line beside the tank, and how many fit. */
const pitch = 20
const mostLines = 9

/**
 * What the generator's power goes to now: the tank on the chart's own scale, and bands from it to the miners and the ship. The words at the
 * right never move; only tank and bands do.
 */
export function PowerTank({
  frame,
  right,
  shares,
  limitPercent,
  miners,
  isStale,
  nowWords,
  ids,
}: {
  frame: ChartFrame
  right: number
  shares: PowerShares
  limitPercent: number
  miners: readonly PictureMiner[]
  isStale: boolean
  nowWords: string
  ids: { free: string; reserve: string; gap: string }
}) {
  const { t } = useTranslation('power')
  const { top, bottom } = frame
  const { y } = scalesOf(frame)
  const x = frame.right
  const end = x + tankWidth
  const { shown, rest } = fitMiners(miners, mostLines)
  const lines = [...shown, ...(rest ? [restLine(rest, t('picture.others', { count: rest.count }))] : [])]
  const shipWatts = shares.shipWatts ?? 0
  const used = shipWatts + shares.boxWatts
  const cells = cellsOf(lines, shipWatts, shares.boxWatts)
  const labelX = end + bandWidth
  const first = bottom - 56 - 12 - lines.length * pitch
  return (
    <g className={isStale ? styles.dimmed : undefined}>
      <rect x={x} y={top} width={tankWidth} height={bottom - top} className={styles.abyss} />
      {shares.shipWatts !== null && (
        <path
          d={`M${end} ${round(y(shipWatts))}L${labelX} ${bottom - 56}V${bottom}L${end} ${bottom}z`}
          className={`${styles.bandShip} ${styles.moves}`}
        />
      )}
      {cells.map(({ id, from, to }, index) => {
        if (to - from <= 0) return null
        const at = first + index * pitch
        return (
          <path
            key={id}
            d={`M${end} ${round(y(to))}L${labelX} ${at}V${at + 16}L${end} ${round(y(from))}z`}
            className={`${styles.bandBox} ${styles.moves}`}
          />
        )
      })}
      {shares.shipWatts === null ? (
        <rect
          x={x}
          y={y(shares.limitWatts)}
          width={tankWidth}
          height={bottom - y(shares.limitWatts)}
          fill={`url(#${ids.gap})`}
        />
      ) : (
        <>
          <rect
            x={x}
            y={y(shipWatts)}
            width={tankWidth}
            height={bottom - y(shipWatts)}
            className={`${styles.ship} ${styles.moves}`}
          />
          <rect
            x={x}
            y={y(used)}
            width={tankWidth}
            height={Math.max(0, y(shipWatts) - y(used))}
            className={`${styles.box} ${styles.moves}`}
          />
          {cells
            .slice(0, -1)
            .map(({ id, from, to }) =>
              to > from ? (
                <path key={id} d={`M${x} ${round(y(from))}h${tankWidth}`} className={styles.seam} />
              ) : null,
            )}
          <rect
            x={x}
            y={y(shares.limitWatts - shares.reserveWatts)}
            width={tankWidth}
            height={Math.max(0, y(used) - y(shares.limitWatts - shares.reserveWatts))}
            fill={`url(#${ids.free})`}
          />
          <rect
            x={x}
            y={y(shares.limitWatts)}
            width={tankWidth}
            height={Math.max(0, y(shares.limitWatts - shares.reserveWatts) - y(shares.limitWatts))}
            fill={`url(#${ids.reserve})`}
          />
        </>
      )}
      <rect x={x} y={top} width={tankWidth} height={bottom - top} className={styles.tank} />
      {shares.generatorWatts !== null && (
        <path
          d={`M${x - 10} ${round(y(shares.generatorWatts))}h${tankWidth + 20}`}
          className={`${styles.water} ${styles.moves}`}
        />
      )}
      <LoadLine x={x + tankWidth / 2} y={y(shares.limitWatts)} width={tankWidth} />
      <text x={x + tankWidth / 2} y={bottom + 19} textAnchor="middle" className={styles.nowText}>
        {nowWords}
      </text>
      <Limits
        shares={shares}
        limitPercent={limitPercent}
        from={end}
        labelX={labelX}
        right={right}
        top={top}
        y={y}
        smallest={smallestOf(miners)}
      />
      <MinerLines lines={lines} at={first} labelX={labelX} right={right} boxWatts={shares.boxWatts} />
      <ShipLine shipWatts={shares.shipWatts} labelX={labelX} right={right} bottom={bottom} />
      {!isStale && shares.shipWatts !== null && (
        <g className={styles.chevrons}>
          {[0, 1, 2].map((step) => {
            const near = (tankY: number, labelY: number) =>
              round(tankY + ((labelY - tankY) * (92 + step * 22)) / bandWidth)
            return (
              <g key={step}>
                {shipWatts > 0 && (
                  <path
                    d={`M${end + 92 + step * 22} ${near((y(0) + y(shipWatts)) / 2, bottom - 28) - 6}l6 6-6 6`}
                    className={styles.flowShip}
                  />
                )}
                {shares.boxWatts > 0 && (
                  <path
                    d={`M${end + 92 + step * 22} ${near((y(shipWatts) + y(used)) / 2, first + (lines.length * pitch) / 2) - 6}l6 6-6 6`}
                    className={styles.flowBox}
                  />
                )}
              </g>
            )
          })}
        </g>
      )}
    </g>
  )
}

function restLine(rest: { count: number; powerWatts: number }, name: string): PictureMiner {
  return { id: 'rest', name, powerWatts: rest.powerWatts, state: 'on', note: null }
}

/** Heights of the miners in the tank, W from the bottom: the first line on top. They share what the boxes take as they were measured. */
function cellsOf(lines: readonly PictureMiner[], shipWatts: number, boxWatts: number) {
  const sum = lines.reduce((all, { powerWatts }) => all + (powerWatts ?? 0), 0)
  const scale = sum > 0 ? boxWatts / sum : 0
  let level = shipWatts + boxWatts
  return lines.map(({ id, powerWatts }) => {
    const to = level
    level -= (powerWatts ?? 0) * scale
    return { id, from: level, to }
  })
}

/** The least that one running miner takes, W; null while none runs. */
function smallestOf(miners: readonly PictureMiner[]): number | null {
  const known = miners.flatMap(({ powerWatts, state }) => (state === 'on' && powerWatts ? [powerWatts] : []))
  return known.length === 0 ? null : Math.min(...known)
}

/** The load line of a ship: a circle with a line through it. */
export function LoadLine({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <>
      <path d={`M${x - width / 2} ${y}h${width}`} className={styles.loadLine} />
      <circle cx={x} cy={y} r="9" className={styles.loadDisc} />
      <path d={`M${x - 15} ${y}h30`} className={styles.loadLine} />
    </>
  )
}

function Limits({
  shares,
  limitPercent,
  from,
  labelX,
  right,
  top,
  y,
  smallest,
}: {
  shares: PowerShares
  limitPercent: number
  from: number
  labelX: number
  right: number
  top: number
  y: (watts: number) => number
  smallest: number | null
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const kw = (watts: number | null) =>
    watts === null ? t('picture.unknown') : `${formatNumber(language, watts / 1000, 1)}\u00a0kW`
  const { capacityWatts, limitWatts, reserveWatts, freeWatts, aboveLimitWatts } = shares
  const reserveFrom = limitWatts - reserveWatts
  const rows = [
    {
      at: (capacityWatts + limitWatts) / 2,
      name: t('picture.above'),
      note: t('picture.aboveNote'),
      value: aboveLimitWatts,
    },
    {
      at: limitWatts,
      name: t('picture.limit'),
      note: t('picture.limitNote', {
        share: formatPercent(language, limitPercent / 100),
        capacity: kw(capacityWatts),
      }),
      value: limitWatts,
    },
    {
      at: limitWatts - reserveWatts / 2,
      name: t('picture.reserve'),
      note: t('picture.reserveNote'),
      value: reserveWatts,
    },
    {
      at: reserveFrom - (freeWatts ?? 0) / 2,
      name: t('picture.free'),
      note:
        freeWatts === null || smallest === null
          ? ''
          : t(freeWatts < smallest ? 'picture.freeLittle' : 'picture.freeNote'),
      value: freeWatts,
    },
  ]
  return rows.map(({ at, name, note, value }, index) => {
    const lineY = top + 4 + index * pitch
    return (
      <g key={name}>
        <path
          d={`M${from + 2} ${round(y(at))}h14L${from + 40} ${lineY}H${labelX - 4}`}
          className={styles.lead}
        />
        <text x={labelX + 4} y={lineY + 4} className={styles.label}>
          {name}
          <tspan dx="7" className={styles.note}>
            {note}
          </tspan>
        </text>
        <text x={right} y={lineY + 4} textAnchor="end" className={styles.label}>
          {kw(value)}
        </text>
      </g>
    )
  })
}

function MinerLines({
  lines,
  at,
  labelX,
  right,
  boxWatts,
}: {
  lines: readonly PictureMiner[]
  at: number
  labelX: number
  right: number
  boxWatts: number
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const kw = (watts: number) => `${formatNumber(language, watts / 1000, 1)}\u00a0kW`
  return (
    <>
      <text x={labelX} y={at - 9} className={styles.labelStrong}>
        {t('picture.boxes')}
        {lines.length > 1 && (
          <tspan dx="7" className={styles.note}>
            {t('picture.order')}
          </tspan>
        )}
      </text>
      <text x={right} y={at - 9} textAnchor="end" className={styles.boxSum}>
        {kw(boxWatts)}
      </text>
      {lines.map((line, index) => {
        const top = at + index * pitch
        return (
          <g key={line.id}>
            <rect x={labelX - 1} y={top} width="10" height="16" className={styles[`cell-${line.state}`]} />
            <text
              x={labelX + 18}
              y={top + 13}
              className={line.state === 'on' ? styles.label : styles.labelQuiet}
            >
              {line.name.length > 24 ? `${line.name.slice(0, 23)}…` : line.name}
            </text>
            <text x={right} y={top + 13} textAnchor="end" className={styles[`value-${line.state}`]}>
              {line.note ?? (line.powerWatts === null ? t('picture.unknown') : kw(line.powerWatts))}
            </text>
          </g>
        )
      })}
    </>
  )
}

function ShipLine({
  shipWatts,
  labelX,
  right,
  bottom,
}: {
  shipWatts: number | null
  labelX: number
  right: number
  bottom: number
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  return (
    <>
      <path d={`M${labelX} ${bottom - 56}V${bottom}`} className={styles.shipMark} />
      <g transform={`translate(${labelX + 14} ${bottom - 45}) scale(1.4)`} className={styles.shipSign}>
        <path d="M1 14h22l-3 7H4zM15 14V8h5v6M17 8V4" />
      </g>
      <text x={labelX + 58} y={bottom - 30} className={styles.shipName}>
        {t('picture.ship')}
      </text>
      <text x={labelX + 58} y={bottom - 11} className={styles.fine}>
        {t('picture.shipNote')}
      </text>
      <text x={right} y={bottom - 19} textAnchor="end" className={styles.shipValue}>
        {shipWatts === null ? t('picture.gap') : formatNumber(language, shipWatts / 1000, 1)}
        {shipWatts !== null && (
          <tspan className={styles.unit} dx="4">
            kW
          </tspan>
        )}
      </text>
    </>
  )
}
