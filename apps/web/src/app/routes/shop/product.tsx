import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import { BuyBar, useOutOfSight } from '../../../features/catalogue/components/buy-bar.tsx'
import { ProductDetails } from '../../../features/catalogue/components/product-details.tsx'
import { ProductHero } from '../../../features/catalogue/components/product-hero.tsx'
import { ProductMissing } from '../../../features/catalogue/components/product-missing.tsx'
import { useFreshProduct } from '../../../features/catalogue/components/use-fresh-product.ts'
import { type ProductId, productCopy } from '../../../features/catalogue/lib/product-copy.ts'

/** The page of one product; all of them share this template (docs/product.md 2.5). */
function ProductPage({ id }: { id: ProductId }) {
  const { t } = useTranslation('product')
  const { isOut, watch } = useOutOfSight()
  const state = useFreshProduct(id)
  if (state.kind === 'missing') return <ProductMissing />
  const { product, stock } = state
  const title = t(productCopy[id].title)
  return (
    <>
      <title>{title.includes(productName) ? title : `${title} · ${productName}`}</title>
      <meta name="description" content={t(productCopy[id].description)} />
      <ProductHero id={id} product={product} stock={stock} actions={watch} />
      <ProductDetails id={id} fresh={product} />
      <BuyBar product={product} isOut={isOut} />
    </>
  )
}

/** The page of a product, for the table of pages. */
export function productPage(id: ProductId): ComponentType {
  return () => <ProductPage id={id} />
}

/** Shown at the address of a product that does not exist. */
export { ProductMissing as ProductMissingPage }
