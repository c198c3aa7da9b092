import { productName } from '../../../config/env.ts'
import type { ProductId } from '../lib/product-copy.ts'
import { builtInProduct } from '../lib/product-view.ts'
import { CompareTable } from './compare-table.tsx'
import { FeatureCards, IncludedList, PaybackClaim, ProductQuestions } from './product-sections.tsx'

/** What a product page shows below its head: everything that does not depend on present stock and price. */
export function ProductDetails({ id }: { id: ProductId }) {
  const product = builtInProduct(id, productName)
  return (
    <>
      <FeatureCards id={id} product={product} />
      {product.minGeneratorWatts > 0 && <PaybackClaim product={product} />}
      <IncludedList id={id} product={product} />
      <CompareTable current={product} />
      <ProductQuestions id={id} product={product} />
    </>
  )
}
