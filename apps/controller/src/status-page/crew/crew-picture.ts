import type { PowerStatus } from '../status.ts'
import type { HourPoint } from './crew-status.ts'

const width = 1_000
const barHeight = 90
const chartHeight = 240
const hourMs = 3_600_000
/** Points further apart than this have a gap between them. */
const gapMs = 45_000
const place = (figure: number) => String(Math.round(figure * 10) / 10)

type Power = Pick<
  PowerStatus,
  'capacityKw' | 'limitKw' | 'generatorLoadKw' | 'shipLoadKw' | 'miningKw' | 'headroomKw'
>

/** What lies between load and limit, kW: free for miners, and kept for the ship or for miners that are on their way up. Null: not known. */
export function roomOf({ limitKw, generatorLoadKw, headroomKw }: Power): {
  freeKw: number | null
  keptKw: number | null
} {
  if (limitKw === null || generatorLoadKw === null || headroomKw === null)
    return { freeKw: null, keptKw: null }
  const roomKw = Math.max(0, limitKw - generatorLoadKw)
  const freeKw = Math.min(roomKw, Math.max(0, headroomKw))
  return { freeKw, keptKw: roomKw - freeKw }
}

/** What the whole bar is worth, kW. */
export const barTopKw = ({ capacityKw, limitKw, generatorLoadKw }: Power): number =>
  Math.max(capacityKw ?? 0, limitKw ?? 0, (generatorLoadKw ?? 0) * 1.02, 1)

/** Ship, boxes, and what is free and kept below the limit, as one bar on the scale of the generator; empty where the load is unknown. */
export function powerBar(power: Power, label: string): string {
  const { limitKw, generatorLoadKw, shipLoadKw, miningKw } = power
  const isKnown = generatorLoadKw !== null
  const { freeKw, keptKw } = roomOf(power)
  const loadKw = generatorLoadKw ?? 0
  const mostKw = barTopKw(power)
  const at = (kw: number) => Math.min(width, Math.max(0, (kw / mostKw) * width))
  const shipKw = Math.min(loadKw, Math.max(0, shipLoadKw ?? loadKw - (miningKw ?? 0)))
  const rect = (style: string, fromKw: number, toKw: number) =>
    toKw < fromKw || (toKw === fromKw && style !== 'ship')
      ? ''
      : `<rect class="${style}" x="${place(at(fromKw))}" y="0" width="${place(at(toKw) - at(fromKw))}" height="${barHeight}"/>`
  const limit =
    limitKw === null
      ? ''
      : `<line class="limit" x1="${place(at(limitKw))}" x2="${place(at(limitKw))}" y1="-8" y2="${barHeight + 8}"/>`
  return `<svg class="bar" viewBox="-4 -12 ${width + 8} ${barHeight + 24}" preserveAspectRatio="none" role="img" aria-label="${label}">
<defs><pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="14"/></pattern></defs>
<rect class="frame" x="0" y="0" width="${width}" height="${barHeight}"/>
${isKnown ? rect('ship', 0, shipKw) + rect('boxes', shipKw, loadKw) : ''}
${freeKw === null ? '' : rect('free', loadKw, loadKw + freeKw)}
${keptKw === null || limitKw === null ? '' : rect('kept', limitKw - keptKw, limitKw)}
${limit}</svg>`
}

/** The top of the chart of the last hour, kW. */
export const hourTopKw = (hour: readonly HourPoint[], capacityKw: number | null): number =>
  Math.max(
    1,
    capacityKw ?? 0,
    ...hour.map(({ shipKw, miningKw, limitKw }) => Math.max((shipKw ?? 0) + (miningKw ?? 0), limitKw ?? 0)),
  )

/** The last hour: the ship, the boxes above it, and the limit. What is not known is a gap, never zero. */
export function hourChart(
  hour: readonly HourPoint[],
  now: number,
  capacityKw: number | null,
  label: string,
): string {
  const mostKw = hourTopKw(hour, capacityKw)
  const x = (at: number) => place(((at - (now - hourMs)) / hourMs) * width)
  const y = (kw: number) => place(chartHeight * (1 - kw / mostKw))
  const runs = splitAtGaps(hour, ({ at, shipKw, miningKw }) =>
    shipKw === null || miningKw === null ? null : { at, shipKw, miningKw },
  )
  const limits = splitAtGaps(hour, ({ at, limitKw }) => (limitKw === null ? null : { at, limitKw }))
  const area = (
    style: string,
    run: readonly Known[],
    top: (one: Known) => number,
    bottom: (one: Known) => number,
  ) =>
    `<polygon class="${style}" points="${[
      ...run.map((one) => `${x(one.at)},${y(top(one))}`),
      ...run.toReversed().map((one) => `${x(one.at)},${y(bottom(one))}`),
    ].join(' ')}"/>`
  return `<svg class="chart" viewBox="0 0 ${width} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${label}">
<rect class="frame" x="0" y="0" width="${width}" height="${chartHeight}"/>
${runs
  .map(
    (run) =>
      area(
        'ship',
        run,
        ({ shipKw }) => shipKw,
        () => 0,
      ) +
      area(
        'boxes',
        run,
        ({ shipKw, miningKw }) => shipKw + miningKw,
        ({ shipKw }) => shipKw,
      ),
  )
  .join('')}
${limits
  .map(
    (run) =>
      `<polyline class="limit dashed" points="${run.map(({ at, limitKw }) => `${x(at)},${y(limitKw)}`).join(' ')}"/>`,
  )
  .join('')}</svg>`
}

type Known = { at: number; shipKw: number; miningKw: number }

/** Runs of points of which something is known and that follow one another. */
function splitAtGaps<T>(hour: readonly HourPoint[], pick: (point: HourPoint) => T | null): T[][] {
  const runs: T[][] = []
  let last: number | null = null
  for (const point of hour) {
    const known = pick(point)
    if (known === null) {
      last = null
      continue
    }
    const run = runs.at(-1)
    if (run === undefined || last === null || point.at - last > gapMs) runs.push([known])
    else run.push(known)
    last = point.at
  }
  return runs
}
