import type { ProductTerms } from '@shipminer/contract/desk/catalogue'
import { DataSheetSchema } from '@shipminer/contract/shop/data-sheet'
import { isSameSheet } from '@shipminer/domain/catalogue/data-sheet'

/** The part of a product that operators change. */
export function termsOf(row: Omit<ProductTerms, 'sheet'> & { sheet: unknown }): ProductTerms {
  const { priceCents, originalPriceCents, stock, comingSoon, hidden } = row
  return {
    priceCents,
    originalPriceCents,
    stock,
    comingSoon,
    hidden,
    sheet: DataSheetSchema.parse(row.sheet),
  }
}

export function isSameTerms(one: ProductTerms, other: ProductTerms): boolean {
  return (
    (Object.keys(one) as (keyof ProductTerms)[]).every(
      (name) => name === 'sheet' || one[name] === other[name],
    ) && isSameSheet(one.sheet, other.sheet)
  )
}
