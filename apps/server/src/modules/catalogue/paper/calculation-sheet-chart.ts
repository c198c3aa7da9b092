import {
  type ChartLine,
  type ChartShape,
  chartShape,
  spread,
} from '@shipminer/domain/calculator/growth-chart'
import { type Pdf, pdfColors, writeText as write } from '../../../platform/pdf/pdf-page.ts'
import type { PrintedCalculation } from './calculation-sheet.ts'

const { ink, quiet, rule } = pdfColors
/** Told apart in print without colour by their dashes, too. */
const looks = {
  unchanged: { color: '#9a6b00', dash: null },
  halved: { color: '#1d4ed8', dash: null },
  grown: { color: '#1d4ed8', dash: 4 },
} as const
const dayMs = 86_400_000
const least = 0.11

type Box = { x: number; y: number; width: number; height: number }

/** Draws the owner's sum over the years against what was paid, in ink: its words stand right of it and beneath. */
export function drawChart(doc: Pdf, printed: PrintedCalculation, box: Box): void {
  const { input, result, steady, outlook, words, asked } = printed
  const growth = input.growthPercentPerYear
  const shape = chartShape({
    centsPerYear: result.spare.ownerNetCentsPerYear,
    pricedCentsPerDay: 0,
    paybackDays: result.spare.paybackDays,
    investmentCents: result.investmentCents,
    halved: steady.projection,
    grown: growth === 0 ? null : outlook.projection,
  })
  drawGrid(doc, shape, printed, box)
  const back = (days: number | null) =>
    days === null ? words.text('chart.notBack') : words.text('chart.backAfter', { years: words.years(days) })
  const { unchanged, halved, grown } = shape
  const lines: { line: ChartLine; look: keyof typeof looks; name: string; back: string }[] = [
    {
      line: unchanged,
      look: 'unchanged',
      name: words.text('chart.unchanged'),
      back: back(result.spare.paybackDays),
    },
    {
      line: halved,
      look: 'halved',
      name: words.text('chart.halved'),
      back: back(steady.spare.projectedPaybackDays),
    },
  ]
  if (grown)
    lines.push({
      line: grown,
      look: 'grown',
      name: words.text('chart.grown', { growth: String(growth) }),
      back: back(outlook.spare.projectedPaybackDays),
    })
  const places = spread(
    lines.map(({ line }) => line.endY),
    least,
  )
  for (const [index, { line, look, ...text }] of lines.entries()) {
    drawLine(doc, line, looks[look], box)
    const y = box.y + (places[index] ?? line.endY) * box.height - 8
    const x = box.x + box.width + 6
    write(doc, text.name, x, y, { size: 8, bold: true, color: looks[look].color })
    write(doc, `${words.wholeEuro(line.cents)}, ${text.back}`, x, y + 10, { size: 7.5, color: quiet })
  }
  const [halving] = shape.halvings
  if (halving) {
    const year = new Date(asked.sheet.networkAt + halving.day * dayMs).getUTCFullYear()
    const text = words.text('chart.halving', { year: String(year) })
    write(doc, text, box.x + halving.x * box.width + 4, box.y, { size: 7.5, color: quiet })
  }
}

function drawGrid(doc: Pdf, shape: ChartShape, { words, result }: PrintedCalculation, box: Box): void {
  const across = (share: number, color: string, wide: number, dash: number | null = null) => {
    const y = box.y + share * box.height
    stroke(doc, () => doc.moveTo(box.x, y).lineTo(box.x + box.width, y), color, wide, dash)
    return y
  }
  for (const { y, cents } of shape.ticks) {
    const at = across(y, cents === 0 ? ink : rule, cents === 0 ? 1 : 0.5)
    const style = { size: 7.5, color: quiet, width: 56, align: 'right', numbers: true } as const
    write(doc, words.wholeEuro(cents), box.x - 62, at - 5, style)
  }
  for (const { x } of shape.halvings) {
    const at = box.x + x * box.width
    stroke(doc, () => doc.moveTo(at, box.y).lineTo(at, box.y + shape.zeroY * box.height), rule, 0.7, 2)
  }
  const investment = across(shape.investmentY, ink, 0.8, 3)
  const price = words.text('chart.investment', { price: words.euro(result.investmentCents) })
  write(doc, price, box.x + 4, investment - 11, { size: 8, bold: true })
  for (const { x, year } of shape.years.slice(1)) {
    const style = { size: 7.5, color: quiet, width: 40, align: 'center' } as const
    const text = words.text('chart.year', { year: String(year) })
    write(doc, text, box.x + x * box.width - 20, box.y + box.height + 4, style)
  }
  if (shape.payback) {
    const [x, y] = [box.x + shape.payback.x * box.width, box.y + shape.payback.y * box.height]
    doc
      .polygon([x, y - 4], [x + 4, y], [x, y + 4], [x - 4, y])
      .fillColor(looks.unchanged.color)
      .fill()
  }
}

function drawLine(
  doc: Pdf,
  line: ChartLine,
  { color, dash }: { color: string; dash: number | null },
  box: Box,
): void {
  const place = (_: string, step: string, x: string, y: string) =>
    `${step}${box.x + (Number(x) / 1000) * box.width} ${box.y + (Number(y) / 1000) * box.height}`
  stroke(doc, () => doc.path(line.path.replaceAll(/([ML])(\d+) (\d+)/g, place)), color, 1.4, dash)
}

function stroke(doc: Pdf, draw: () => unknown, color: string, wide: number, dash: number | null): void {
  doc.save()
  if (dash !== null) doc.dash(dash, { space: dash })
  draw()
  doc.lineWidth(wide).strokeColor(color).stroke()
  doc.restore()
}
