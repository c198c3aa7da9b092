import type { Fitting } from '@shipminer/contract/desk/calendar'
import { dateFormat, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/desk-calendar.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/desk-calendar.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/desk-calendar.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/desk-calendar.json' with { type: 'json' }
import type { Operator } from '../../../platform/auth/authenticator.ts'
import {
  type Block,
  left,
  renderStatement,
  right,
  type StatementContent,
} from '../../../platform/pdf/statement-pdf.ts'
import { createTextReader } from '../../../platform/texts.ts'
import { commissioningBlocks, emptyCommissioningBlocks } from '../../power/power.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { readFitting } from './calendar.service.ts'

const sheetText = createTextReader({ nl, en, de, ro })
type Key = keyof typeof en

/** What a fitter takes along, with room for what is found on board. @throws AppError `order-not-found` */
export async function printFittingSheet(deps: DeskDeps, operator: Operator, id: string, language: Language) {
  const fitting = await readFitting(deps, operator, id)
  const pdf = await renderStatement(fittingSheet(fitting, language, deps.productName), {
    language,
    author: deps.productName,
    at: new Date(deps.clock()),
  })
  return {
    filename: `${sheetText(language, 'sheet.file')}-${fitting.installation.number}.pdf`,
    pdfBase64: Buffer.from(pdf).toString('base64'),
  }
}

/** The sheet as formatted text; what is unknown has a line to write on. */
export function fittingSheet(fitting: Fitting, language: Language, productName: string): StatementContent {
  const { installation, plan, contact, ship, needs } = fitting
  const t = (key: Key, values?: Record<string, string>) => sheetText(language, key, values)
  const number = numberFormat(language, { maximumFractionDigits: 1 })
  const kw = (value: number | null) => (value === null ? blank : `${number.format(value)} kW`)
  const heading = (key: Key): Block => ({ kind: 'heading', text: t(key) })
  const rows = (pairs: [Key, string | null][]): Block => ({
    kind: 'table',
    columns: [left(t('sheet.what'), 0.35), left('', 0.65)],
    rows: pairs.map(([key, value]) => [t(key), value ?? blank]),
    strongLast: false,
  })
  return {
    title: t('sheet.title'),
    subtitle: installation.number,
    brand: productName,
    warning: installation.isOnHold ? t('onHold') : null,
    parties: [
      {
        heading: t('ship'),
        lines: [ship?.name ?? installation.shipName ?? t('unknown'), plan.berth ?? `${t('berth')}: ${blank}`],
      },
      {
        heading: t('contact'),
        lines: [
          plan.contactName ?? contact.name,
          plan.contactPhone ?? contact.phone,
          ...(installation.company === null ? [] : [installation.company]),
        ],
      },
    ],
    facts: [
      { label: t('on'), value: dayOf(installation.on, language) ?? blank },
      { label: t('startsAt'), value: plan.startsAt ?? blank },
      { label: t('fitter'), value: plan.fitter ?? blank },
    ],
    blocks: [
      heading('sheet.ship'),
      rows([
        ['sheet.type', ship?.type ?? null],
        ['sheet.registration', ship?.registrationNumber ?? null],
        ['sheet.homePort', ship?.homePort ?? null],
        ['sheet.address', fitting.address],
      ]),
      heading('generator'),
      rows([
        ['sheet.generatorKw', kw(ship?.generatorCapacityKw ?? null)],
        ['sheet.needsKw', kw(needs.powerKw)],
        [
          'sheet.needsGenerator',
          needs.generatorKw === null ? t('sheet.anyGenerator') : kw(needs.generatorKw),
        ],
        ['sheet.panel', plan.generator],
        ['cabling', plan.cabling],
      ]),
      heading('boxes'),
      boxesTable(fitting, t),
      ...notesBlocks(fitting, t),
      ...(fitting.reports.length > 0
        ? fitting.reports.flatMap((report) => commissioningBlocks(report, language, null))
        : emptyCommissioningBlocks(language)),
      heading('sheet.signed'),
      rows([
        ['sheet.fittedOn', null],
        ['sheet.signFitter', null],
        ['sheet.signOwner', null],
      ]),
    ],
    footer: t('sheet.footer', { number: installation.number }),
    pageLabel: (page, pages) => t('sheet.page', { page: String(page), pages: String(pages) }),
  }
}

const blank = '________________'

function boxesTable({ installation, boxes }: Fitting, t: (key: Key) => string): Block {
  const missing = installation.boxes.of - boxes.filter(({ state }) => state !== 'returned').length
  return {
    kind: 'table',
    columns: [left(t('sheet.serial'), 0.4), left(t('sheet.product'), 0.4), right(t('sheet.onBoard'), 0.2)],
    rows: [
      ...boxes
        .filter(({ state }) => state !== 'returned')
        .map(({ serial, product, installedOn }) => [serial, product.name, installedOn ?? '____']),
      ...Array.from({ length: Math.max(0, missing) }, () => [
        blank,
        installation.products.map(({ name }) => name).join(', '),
        '____',
      ]),
    ],
    strongLast: false,
  }
}

function notesBlocks({ plan, buyerNotes }: Fitting, t: (key: Key) => string): Block[] {
  const blocks: Block[] = []
  if (plan.notes !== null)
    blocks.push({ kind: 'heading', text: t('notes') }, { kind: 'text', text: plan.notes })
  if (buyerNotes !== null)
    blocks.push({ kind: 'heading', text: t('buyerNotes') }, { kind: 'text', text: buyerNotes })
  return blocks
}

const dayOf = (day: string | null, language: Language) =>
  day === null
    ? null
    : dateFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))
