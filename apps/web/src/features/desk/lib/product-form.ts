import type { DeskProduct, ProductTerms } from '@shipminer/contract/desk/catalogue'
import { isSameSheet } from '@shipminer/domain/catalogue/data-sheet'
import {
  type EarlierPriceLimit,
  earlierPriceLimit,
  earlierPriceProblem,
} from '@shipminer/domain/catalogue/earlier-price'
import type { Language } from '@shipminer/i18n/languages'
import { parseEuroCents } from './orders/order-action-form.ts'
import { readSheetForm, type SheetForm, type SheetProblems, sheetForm } from './sheet-form.ts'

/** What is typed about a product. An empty `original`: no earlier price. */
export type ProductForm = {
  price: string
  original: string
  isCounted: boolean
  stock: string
  comingSoon: boolean
  hidden: boolean
  sheet: SheetForm
}

export type ProductFormProblems = {
  price?: 'wrong'
  original?: 'wrong' | 'too-high' | 'not-allowed' | 'not-higher'
  stock?: 'wrong'
  sheet?: SheetProblems
}

export type TermsChange = Partial<ProductTerms>

export type ReadForm = {
  /** What would hold; null while something of it cannot be read. */
  terms: ProductTerms | null
  /** Only what differs from what was shown. */
  change: TermsChange
  problems: ProductFormProblems
  /** Of the earlier price beside the typed one; null while that cannot be read. */
  limit: EarlierPriceLimit | null
}

const mostStock = 100_000

export function productForm(language: Language, terms: ProductTerms): ProductForm {
  const euro = (cents: number | null) => (cents === null ? '' : typedEuro(language, cents))
  return {
    price: euro(terms.priceCents),
    original: euro(terms.originalPriceCents),
    isCounted: terms.stock !== null,
    stock: terms.stock === null ? '' : String(terms.stock),
    comingSoon: terms.comingSoon,
    hidden: terms.hidden,
    sheet: sheetForm(language, terms.sheet),
  }
}

/** Reads a form against the product it began from. `at`: the moment from which a new price would hold, ms. */
export function readProductForm(
  form: ProductForm,
  { terms: base, prices }: Pick<DeskProduct, 'terms' | 'prices'>,
  at: number,
): ReadForm {
  const problems: ProductFormProblems = {}
  const priceCents = parseEuroCents(form.price)
  const originalPriceCents = form.original.trim() === '' ? null : parseEuroCents(form.original)
  const count = /^\d{1,6}$/.test(form.stock.trim()) ? Number(form.stock) : null
  if (priceCents === null) problems.price = 'wrong'
  if (form.original.trim() !== '' && originalPriceCents === null) problems.original = 'wrong'
  if (form.isCounted && (count === null || count > mostStock)) problems.stock = 'wrong'
  const { sheet, problems: sheetProblems } = readSheetForm(form.sheet)
  if (Object.keys(sheetProblems).length > 0) problems.sheet = sheetProblems
  const limit = priceCents === null ? null : earlierPriceLimit(prices, { at, priceCents })
  if (Object.keys(problems).length > 0 || priceCents === null || limit === null)
    return { terms: null, change: {}, problems, limit }

  const { comingSoon, hidden } = form
  const stock = form.isCounted ? count : null
  const terms = { priceCents, originalPriceCents, stock, comingSoon, hidden, sheet }
  const change = differences(base, terms)
  const isPriced = 'priceCents' in change || 'originalPriceCents' in change
  const problem = isPriced ? earlierPriceProblem(terms, limit) : null
  if (problem !== null)
    problems.original = problem === 'too-high' && limit.highestCents === null ? 'not-allowed' : problem
  return { terms, change, problems, limit }
}

function differences(base: ProductTerms, terms: ProductTerms): TermsChange {
  const names = Object.keys(terms) as (keyof ProductTerms)[]
  return Object.fromEntries(
    names
      .filter((name) =>
        name === 'sheet' ? !isSameSheet(base.sheet, terms.sheet) : base[name] !== terms[name],
      )
      .map((name) => [name, terms[name]]),
  )
}

/** As a person would type it: cents only where there are any, and no dots between thousands. */
function typedEuro(language: Language, cents: number): string {
  const text = cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
  return language === 'en' ? text : text.replace('.', ',')
}
