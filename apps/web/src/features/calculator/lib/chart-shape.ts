import type { ProjectionPoint } from '@shipminer/domain/calculator'

/** A chart of one curve in shares: x and y from 0 to 1, y downwards. */
export type ChartShape = {
  /** SVG path in a box of 1000 by 1000. */
  path: string
  ticks: { y: number; cents: number }[]
  investmentY: number
  zeroY: number
  /** Share of the width for each full year. */
  years: { x: number; year: number }[]
  /** Where the subsidy halves. */
  halvings: number[]
  /** Where the curve meets the investment; null when it never does. */
  payback: { x: number; y: number } | null
  end: { y: number; cents: number }
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

/** The shape of one reading's sums over time, always with zero and the investment in view. */
export function chartShape(
  points: readonly ProjectionPoint[],
  of: 'spareCents' | 'pricedCents',
  { investmentCents, paybackDays }: { investmentCents: number; paybackDays: number | null },
): ChartShape {
  const days = points.at(-1)?.day ?? 0
  const values = points.map((point) => point[of])
  const low = Math.min(0, ...values)
  const high = Math.max(investmentCents, ...values)
  const pad = (high - low) * 0.06 || 1
  const top = high + pad
  const bottom = low < 0 ? low - pad : 0
  const y = (cents: number) => (top - cents) / (top - bottom)
  const x = (day: number) => (days > 0 ? day / days : 0)
  const halvings = points
    .slice(1)
    .filter((point, index) => point.subsidySat !== points[index]?.subsidySat)
    .map((point) => x(point.day))
  return {
    path: points
      .filter((_, index) => index % pathStep === 0 || index === points.length - 1)
      .map((point, index) => `${index ? 'L' : 'M'}${round(x(point.day))} ${round(y(point[of]))}`)
      .join(''),
    ticks: niceTicks(bottom, top, 4).map((cents) => ({ y: y(cents), cents })),
    investmentY: y(investmentCents),
    zeroY: y(0),
    // A horizon of whole years may end some hours before the last of them.
    years: Array.from({ length: Math.floor((days + 1) / 365.25) + 1 }, (_, year) => ({
      x: Math.min(1, x(year * 365.25)),
      year,
    })),
    halvings,
    payback: paybackDays === null ? null : { x: x(paybackDays), y: y(investmentCents) },
    end: { y: y(values.at(-1) ?? 0), cents: values.at(-1) ?? 0 },
  }
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
