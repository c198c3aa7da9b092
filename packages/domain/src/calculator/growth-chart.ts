import type { ProjectionPoint } from './calculator.ts'

/** One line of the chart: SVG path in a box of 1000 by 1000, and where it ends. */
export type ChartLine = { path: string; endY: number; cents: number }

/** The owner's sums over the years in shares: x and y from 0 to 1, y downwards. */
export type ChartShape = {
  /** If nothing ever changed; with the halving alone; with a growing network too, null when that is the same. */
  unchanged: ChartLine
  halved: ChartLine
  grown: ChartLine | null
  /** The first year of paid power; null when it brings money in. */
  paidLoss: string | null
  ticks: { y: number; cents: number }[]
  investmentY: number
  zeroY: number
  /** Share of the width for each full year. */
  years: { x: number; year: number }[]
  /** Where the subsidy halves. */
  halvings: { x: number; day: number }[]
  /** Where the unchanged line meets the investment; null when it does not within the horizon. */
  payback: { x: number; y: number } | null
}

/** Every how many points (two weeks each) the curve has a corner: six weeks are three pixels. */
const pathStep = 3

/** Round steps that part a span into about `count` pieces. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low
  if (!(span > 0)) return [low]
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** What the chart draws, each with the sums that `calculate` found. */
export type ChartSums = {
  /** Of an unchanged year on spare power, and of a day on paid power; cents. */
  centsPerYear: number
  pricedCentsPerDay: number
  paybackDays: number | null
  investmentCents: number
  halved: readonly ProjectionPoint[]
  grown: readonly ProjectionPoint[] | null
}

/** The shape of the chart, always with zero and the investment in view. */
export function chartShape(sums: ChartSums): ChartShape {
  const days = sums.halved.at(-1)?.day ?? 0
  const unchangedCents = (sums.centsPerYear * days) / 365.25
  const top = Math.max(sums.investmentCents, unchangedCents, 1) * 1.05
  // Losses on paid power soon leave any scale: their start is shown, and where it goes is said.
  const bottom = sums.pricedCentsPerDay < 0 ? -top * 0.12 : 0
  const y = (cents: number) => (top - cents) / (top - bottom)
  const x = (day: number) => (days > 0 ? day / days : 0)
  const line = (points: readonly ProjectionPoint[]): ChartLine => {
    const cents = points.at(-1)?.spareCents ?? 0
    const path = points
      .filter((_, index) => index % pathStep === 0 || index === points.length - 1)
      .map((point, index) => `${index ? 'L' : 'M'}${round(x(point.day))} ${round(y(point.spareCents))}`)
      .join('')
    return { path, endY: y(cents), cents }
  }
  const lossDays = sums.pricedCentsPerDay < 0 ? Math.min(days, (bottom / sums.pricedCentsPerDay) * 0.95) : 0
  return {
    unchanged: {
      path: `M0 ${round(y(0))}L1000 ${round(y(unchangedCents))}`,
      endY: y(unchangedCents),
      cents: unchangedCents,
    },
    halved: line(sums.halved),
    grown: sums.grown && line(sums.grown),
    paidLoss:
      sums.pricedCentsPerDay < 0
        ? `M0 ${round(y(0))}L${round(x(lossDays))} ${round(y(sums.pricedCentsPerDay * lossDays))}`
        : null,
    ticks: niceTicks(0, top, 7).map((cents) => ({ y: y(cents), cents })),
    investmentY: y(sums.investmentCents),
    zeroY: y(0),
    // A horizon of whole years may end some hours before the last of them.
    years: Array.from({ length: Math.floor((days + 1) / 365.25) + 1 }, (_, year) => ({
      x: Math.min(1, x(year * 365.25)),
      year,
    })),
    halvings: sums.halved
      .slice(1)
      .filter((point, index) => point.subsidySat !== sums.halved[index]?.subsidySat)
      .map(({ day }) => ({ x: x(day), day })),
    payback:
      sums.paybackDays !== null && sums.paybackDays <= days
        ? { x: x(sums.paybackDays), y: y(sums.investmentCents) }
        : null,
  }
}

/** Words at the ends of lines moved apart so that none is on another: shares from the top, in the order given. */
export function spread(ends: readonly number[], least: number): number[] {
  const order = ends.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y)
  const placed: number[] = []
  let above = Number.NEGATIVE_INFINITY
  for (const { y, index } of order) {
    above = Math.max(y, above + least)
    placed[index] = above
  }
  return placed
}

/** What has come together after each full year of a projection, cents. */
export function yearlySums(
  points: readonly ProjectionPoint[],
  of: 'spare' | 'priced',
): { year: number; cents: number }[] {
  // A horizon of whole years may end some hours before the last of them.
  const years = Math.floor(((points.at(-1)?.day ?? 0) + 1) / 365.25)
  return Array.from({ length: years }, (_, index) => {
    const point = points.findLast(({ day }) => day <= (index + 1) * 365.25)
    return { year: index + 1, cents: point?.[of === 'spare' ? 'spareCents' : 'pricedCents'] ?? 0 }
  })
}

function round(share: number): number {
  return Math.round(share * 1000)
}
