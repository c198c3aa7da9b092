import { productName } from '../../../config/env.ts'
import type { ProductId } from '../lib/product-copy.ts'
import { builtInProduct, type ProductView } from '../lib/product-view.ts'
import { CompareTable } from './compare-table.tsx'
import { CustomerWords, DataSheet } from './data-sheet.tsx'
import { DeliveryPlan } from './delivery-plan.tsx'
import { FeatureCards, IncludedList, PaybackClaim, ProductQuestions } from './product-sections.tsx'

/** What a product page shows below its head. Only the data sheet and what follows from it may change while the page is open (`fresh`). */
export function ProductDetails({ id, fresh }: { id: ProductId; fresh: ProductView }) {
  const product = builtInProduct(id, productName)
  return (
    <>
      <FeatureCards id={id} product={product} />
      {product.minGeneratorWatts > 0 && <PaybackClaim product={product} />}
      <IncludedList id={id} product={product} />
      <DataSheet product={fresh} />
      <DeliveryPlan id={id} product={fresh} />
      <CustomerWords product={fresh} />
      <CompareTable current={product} />
      <ProductQuestions id={id} product={product} />
    </>
  )
}
