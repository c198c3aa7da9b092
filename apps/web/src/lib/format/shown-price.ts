import { formatEuroPrice } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'

/** Which price of a product: with VAT, without it, or the one before. */
export type PriceKind = 'PRICE' | 'NET' | 'BEFORE'

/** A product's price as text; while the page is built a mark, where the server puts the price of now. */
export function shownPrice(language: Language, id: string, kind: PriceKind, cents: number): string {
  return typeof document === 'undefined' ? `__${kind}_${id}__` : formatEuroPrice(language, cents)
}

/** The third is there where a product has come, or is still to come, other than was built. */
type Changed = Readonly<
  Record<string, readonly [priceCents: number, originalPriceCents: number | null, isLater?: boolean]>
>
type ChangedProduct = { priceCents: number; originalPriceCents: number | null; isLater: boolean | null }
let changed: Changed | undefined

/** Prices that have changed since the site was built, as the server put them into the page; cents. Null where nothing has. */
export function changedPrice(id: string): ChangedProduct | null {
  if (typeof document === 'undefined') return null
  changed ??= parseChanged(document.querySelector<HTMLMetaElement>('meta[name="shipminer-prices"]')?.content)
  const row = changed[id]
  return row ? { priceCents: row[0], originalPriceCents: row[1], isLater: row[2] ?? null } : null
}

/** Reads `{"sm19":[1600000,null]}`; what is not of that shape is left out. */
export function parseChanged(text: string | undefined): Changed {
  let found: unknown
  try {
    found = JSON.parse(text ?? '')
  } catch {
    return {}
  }
  if (typeof found !== 'object' || found === null) return {}
  const isCents = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  return Object.fromEntries(
    Object.entries(found).filter(
      ([, row]) =>
        Array.isArray(row) &&
        isCents(row[0]) &&
        (row[1] === null || isCents(row[1])) &&
        (row[2] === undefined || typeof row[2] === 'boolean'),
    ),
  )
}
