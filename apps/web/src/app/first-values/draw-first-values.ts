import trendStyles from '../../features/fleet/components/trends-strip.module.css'
import verdictStyles from '../../features/fleet/components/verdict-bar.module.css'
import { verdictMarks } from '../../features/fleet/lib/verdict-marks.ts'
import moneyStyles from '../../features/revenue/components/money-strip.module.css'
import tones from '../../ui/tones.module.css'
import type { FirstFigure, FirstValues } from './first-values.ts'

type Child = Node | string | null

function draw(tag: string, look: string | undefined, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(tag)
  if (look) element.className = look
  element.append(...children.filter((child): child is Node | string => child !== null && child !== ''))
  return element
}

function drawMark(tone: FirstValues['tone']): SVGElement {
  const { path, isLine } = verdictMarks[tone]
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 14 14')
  svg.setAttribute('class', `${verdictStyles.mark} ${tones[tone]}`)
  svg.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(svg.namespaceURI, 'path')
  shape.setAttribute('d', path)
  shape.setAttribute('fill', isLine ? 'none' : 'currentColor')
  if (isLine) {
    shape.setAttribute('stroke', 'currentColor')
    shape.setAttribute('stroke-width', '2')
  }
  svg.append(shape)
  return svg
}

function drawVerdict({ tone, title, strong, text, readAt }: FirstValues): HTMLElement {
  const heading = draw('h1', verdictStyles.title, title)
  heading.id = 'verdict'
  const meaning = draw(
    'p',
    verdictStyles.text,
    strong && draw('strong', '', `${strong} `),
    `${text} ${readAt}`,
  )
  const section = draw('section', verdictStyles.verdict, drawMark(tone), draw('div', '', heading, meaning))
  section.setAttribute('aria-labelledby', heading.id)
  return section
}

const drawPower = ({ name, value, note }: FirstFigure) =>
  draw(
    'div',
    trendStyles.trend,
    draw('dt', '', name),
    draw('dd', trendStyles.value, value),
    draw('dd', trendStyles.note, note),
  )

const drawMoney =
  (estimateWord: string) =>
  ({ name, value, note, isEstimate }: FirstFigure) =>
    draw(
      'div',
      moneyStyles.figure,
      draw('h2', '', `${name} `, isEstimate ? draw('span', moneyStyles.tag, estimateWord) : null),
      isEstimate
        ? draw('p', `${moneyStyles.value} ${moneyStyles.estimated}`, value)
        : draw('p', moneyStyles.none, value),
      draw('p', moneyStyles.note, note),
    )

/** The first values as the parts of the page that they stand in for, in the same classes. */
export function drawFirstValues(
  values: FirstValues,
  words: { money: string; estimate: string },
): HTMLElement[] {
  const power = draw('dl', trendStyles.strip, ...values.figures.map(drawPower))
  if (values.money.length === 0) return [drawVerdict(values), power]
  const money = draw('section', moneyStyles.strip, ...values.money.map(drawMoney(words.estimate)))
  money.setAttribute('aria-label', words.money)
  return [drawVerdict(values), power, money]
}
