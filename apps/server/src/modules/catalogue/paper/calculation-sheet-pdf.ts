import { yearlySums } from '@shipminer/domain/calculator/growth-chart'
import { dateFormat } from '@shipminer/i18n/formats'
import { plainWords } from '@shipminer/i18n/marked-text'
import {
  drawFacts,
  drawFooter,
  drawHead,
  drawRows,
  type Row,
  sheet,
} from '../../../platform/pdf/document-parts.ts'
import { type Pdf, pdfColors, renderPdf, writeText as write } from '../../../platform/pdf/pdf-page.ts'
import type { Origin, PrintedCalculation, SheetWords } from './calculation-sheet.ts'
import { drawChart } from './calculation-sheet-chart.ts'
import { sheetText } from './data-sheet-texts.ts'

const { quiet, rule } = pdfColors
const { left, right, width } = sheet
const daysPerYear = 365.25

type Detail = { value: string; example: boolean }
type Sender = {
  productName: string
  company: Record<'name' | 'email' | 'phone', Detail>
  /** Of the page that shows the same. */
  address: string
  at: Date
}

/** A calculation on two pages of A4, for those who decide about the money: a Lottery Miner needs only one. */
export function renderCalculation(printed: PrintedCalculation, sender: Sender): Promise<Uint8Array> {
  const { language } = printed.asked
  const { text } = printed.words
  const title = text('sheet.title')
  const { company, at } = sender
  return renderPdf({ title: `${title} ${printed.box}`, author: company.name.value, language, at }, (doc) => {
    const isExample = Object.values(company).some(({ example }) => example)
    const warning = isExample ? sheetText(language, 'sheet.example') : null
    const contact = sheetText(language, 'sheet.contact', {
      email: company.email.value,
      phone: company.phone.value,
    })
    const foot = () => drawFooter(doc, `${company.name.value} · ${contact}`)
    let y = drawHead(doc, { brand: sender.productName, title, warning })
    y += write(doc, printed.box, left, y, { size: 16, bold: true }) + 2
    const when = dateFormat(language, { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(at)
    y += write(doc, text('paper', { when }), left, y, { size: 8.5, color: quiet }) + 10
    y += write(doc, plainWords(printed.verdict.sentence), left, y, { size: 15, bold: true, width }) + 5
    if (printed.verdict.but !== null)
      y += write(doc, plainWords(printed.verdict.but), left, y, { size: 10, width }) + 12
    y = drawFacts(doc, threeFacts(printed, text), y) + 16
    if (!printed.isSolo) {
      y += write(doc, text('chart.title'), left, y, { size: 12.5, bold: true }) + 2
      y += write(doc, text('chart.lead'), left, y, { size: 8.5, color: quiet, width }) + 10
      drawChart(doc, printed, { x: left + 62, y, width: width - 62 - 138, height: 170 })
      drawScenarios(doc, printed, y + 200)
      foot()
      doc.addPage()
      y = 50
    }
    y += write(doc, text('sheet.inputs'), left, y, { size: 12.5, bold: true }) + 6
    y = drawRows(doc, inputRows(printed, text), y)
    if (!printed.isSolo) y = drawYears(doc, printed, y + 10)
    drawEnd(doc, printed, sender.address, y + 10)
    foot()
  })
}

type Text = SheetWords['text']

function threeFacts({ input, result, isSolo, words, verdict }: PrintedCalculation, text: Text) {
  const { spare, priced, solo, daily } = result
  const perDay = (cents: number) => `${words.euro(cents)} ${text('three.perDay')}`
  if (isSolo)
    return [
      { label: text('solo.year'), value: plainWords(verdict.short?.first ?? '') },
      { label: text('solo.block'), value: words.wholeEuro((solo.rewardSat * input.centsPerBtc) / 1e8) },
      { label: text('solo.power'), value: perDay(priced.powerCostCentsPerDay) },
    ]
  return [
    {
      label: text('three.day'),
      value: `${words.euro(spare.ownerNetCentsPerDay)} (${words.number(daily.ownerSat)} sat)`,
    },
    {
      label: `${text('three.payback')}, ${text('three.unchanged')}`,
      value: spare.paybackDays === null ? text('never') : words.years(spare.paybackDays),
    },
    { label: text('three.priced'), value: perDay(priced.ownerNetCentsPerDay) },
  ]
}

function inputRows({ asked, input, result, fit, box, isSolo, words }: PrintedCalculation, text: Text): Row[] {
  const { sheet: from, language } = asked
  const percent = (value: number) => `${words.number(value, Number.isInteger(value) ? 0 : 1)} %`
  const row = (label: string, value: string, note: string | null = null) => ({ label, value, note })
  const ship =
    'room' in fit
      ? [
          row(
            text('generator'),
            words.kilowatts(fit.room.capacityKw),
            from.shipType ? text('typicalHint') : null,
          ),
          row(
            text('usage'),
            `${percent(from.currentUsagePercent ?? 0)}, ${words.kilowatts(fit.room.shipKw)}`,
          ),
          row(text('sheet.room'), words.kilowatts(fit.room.spareKw), text('how.fit')),
        ]
      : []
  const date = (at: number) =>
    dateFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Amsterdam' }).format(at)
  const origin = (of: Origin, what: 'price' | 'network') => {
    switch (of.kind) {
      case 'observed':
        return `${of.source}, ${date(of.at)}`
      case 'built-in':
        return text('footBuiltIn', {
          date: dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(of.at),
        })
      case 'fallback':
        return text('sources.unknown')
      case 'asked':
        return what === 'price' ? text('sources.asked') : `${text('sources.shared')}, ${date(from.networkAt)}`
    }
  }
  return [
    ...ship,
    row(
      text('sheet.box'),
      box,
      text('day.facts', {
        investment: words.euro(result.investmentCents),
        hashrate: words.hashrate(result.hashrateThs),
        power: words.kilowatts(result.powerKw),
        efficiency: words.number(result.efficiencyJoulePerTh, 1),
        energy: words.number(result.daily.energyKwh),
      }),
    ),
    ...(isSolo ? [] : [row(text('share'), input.ownerShare)]),
    row(
      text('power'),
      words.number(input.powerCentsPerKwh, Number.isInteger(input.powerCentsPerKwh) ? 0 : 1),
    ),
    row(text('sources.price'), words.wholeEuro(input.centsPerBtc), origin(asked.price, 'price')),
    row(
      text('sources.difficulty'),
      `${words.number(input.difficulty / 1e12, 1)} × 10¹²; ${text('sources.height')} ${words.number(input.blockHeight)}`,
      origin(asked.network, 'network'),
    ),
    ...(isSolo
      ? []
      : [
          row(text('growth'), percent(input.growthPercentPerYear)),
          ...(from.priceChangePercent === 0 ? [] : [row(text('change'), percent(from.priceChangePercent))]),
        ]),
  ]
}

/** How growth of the network and the price would end, on the power that the sentence speaks of. */
function drawScenarios(doc: Pdf, { result, input, words, asked }: PrintedCalculation, y: number): void {
  const { text } = words
  const { source } = asked.sheet
  const years = words.number(Math.round(input.horizonDays / daysPerYear))
  const writeSigned = (value: number) => `${value > 0 ? '+' : ''}${words.number(value)} %`
  const growths = [...new Set(result.scenarios.map((one) => one.growthPercentPerYear))]
  const changes = [...new Set(result.scenarios.map((one) => one.priceChangePercent))]
  const ending = (growth: number, change: number) => {
    const found = result.scenarios.find(
      (one) => one.growthPercentPerYear === growth && one.priceChangePercent === change,
    )?.[source]
    if (!found) return '—'
    const back =
      found.paybackDays === null
        ? text('scenarios.never')
        : text('chart.backAfter', { years: words.years(found.paybackDays) })
    return `${back}\n${words.wholeEuro(found.cents)}`
  }
  let at = y + write(doc, text('scenarios.title'), left, y, { size: 12.5, bold: true }) + 2
  at += write(doc, text('scenarios.text', { years }), left, at, { size: 8.5, color: quiet, width }) + 8
  const head = changes.map((change) => text('scenarios.price', { change: writeSigned(change) }))
  const rows = growths.map((growth) => [
    writeSigned(growth),
    ...changes.map((change) => ending(growth, change)),
  ])
  drawTable(doc, [[text('scenarios.growth'), ...head], ...rows], at)
}

/** What has come together after each year, on the power that the sentence speaks of; returns where it ends. */
function drawYears(
  doc: Pdf,
  { result, steady, outlook, input, words, asked }: PrintedCalculation,
  y: number,
): number {
  const { text, wholeEuro } = words
  const { source } = asked.sheet
  const grown = yearlySums(outlook.projection, source)
  const perYear = result[source].ownerNetCentsPerYear
  const growth = words.number(input.growthPercentPerYear)
  const at = y + write(doc, text('sheet.years'), left, y, { size: 12.5, bold: true }) + 6
  const head = ['', text('chart.unchanged'), text('chart.halved'), text('chart.grown', { growth })]
  const rows = yearlySums(steady.projection, source).map(({ year, cents }, index) => [
    text('chart.year', { year: String(year) }),
    wholeEuro(perYear * year),
    wholeEuro(cents),
    wholeEuro(grown[index]?.cents ?? 0),
  ])
  return drawTable(doc, [head, ...rows], at)
}

/** A table whose first row names its columns; the first column is at the left, the others at the right. */
function drawTable(doc: Pdf, rows: readonly (readonly string[])[], y: number): number {
  const columns = rows[0]?.length ?? 1
  const wide = width / columns
  let at = y
  for (const [index, cells] of rows.entries()) {
    const heights = cells.map((cell, column) =>
      write(doc, cell, left + column * wide, at, {
        size: 9,
        bold: index === 0 || column === 0,
        width: wide - 6,
        align: column === 0 ? 'left' : 'right',
        numbers: column > 0,
      }),
    )
    at += Math.max(...heights) + 2
    doc.moveTo(left, at).lineTo(right, at).lineWidth(0.5).strokeColor(rule).stroke()
    at += 3
  }
  return at
}

/** How it was calculated, and where the same can be seen. */
function drawEnd(doc: Pdf, { words, isSolo }: PrintedCalculation, address: string, y: number): void {
  const { text } = words
  const how = isSolo
    ? (['solo.text', 'solo.median', 'how.blocks', 'how.delivered', 'how.power'] as const)
    : (['how.blocks', 'how.delivered', 'how.share', 'how.power', 'how.projection', 'how.rounding'] as const)
  let at = y
  at += write(doc, text('how.title'), left, at, { size: 12.5, bold: true }) + 4
  for (const one of how) at += write(doc, text(one), left, at, { size: 8.5, color: quiet, width }) + 2
  at += 8
  at += write(doc, text('sheet.noPromise'), left, at, { bold: true, width }) + 6
  at += write(doc, text('sheet.link'), left, at, { size: 8.5, color: quiet, width })
  const shown = address.split('?')[0] ?? address
  const height = write(doc, shown, left, at, { size: 9, color: '#1d4ed8', width })
  doc.link(left, at, width, height, address)
}
