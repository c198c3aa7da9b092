import { Claims } from './claims.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { ProductList } from './product-list.tsx'
import { ProfitEstimate } from './profit-estimate.tsx'
import { ShipFirst } from './ship-first.tsx'
import { Trust } from './trust.tsx'

/** The home page below its first view; part of the prerendered HTML, its code follows when the first view is alive. */
export function HomeMore() {
  return (
    <>
      <ProductList />
      <ProfitEstimate />
      <ShipFirst />
      <HowItWorks />
      <Trust />
      <Claims />
    </>
  )
}
