/** The four steps of an order (docs/product.md 2.9), in their order. */
export const purchaseSteps = ['product', 'info', 'payment', 'complete'] as const
export type PurchaseStep = (typeof purchaseSteps)[number]

/** What decides which steps may be entered. */
export type PurchaseProgress = {
  /** A product that can be ordered, in a number that can be ordered. */
  hasProduct: boolean
  /** Nothing is wrong with the step Info. */
  hasInfo: boolean
  /** An order was placed in this tab and is not left yet. */
  isPlaced: boolean
}

/** Whether everything before a step is complete. */
export function canEnter(step: PurchaseStep, progress: PurchaseProgress): boolean {
  switch (step) {
    case 'product':
      return true
    case 'info':
      return progress.hasProduct
    case 'payment':
      return progress.hasProduct && progress.hasInfo
    case 'complete':
      return progress.isPlaced
  }
}

/**
 * The step that is shown for the one that the address names: that one, or else the last before it that may be entered. What the
 * address names besides is the first.
 */
export function stepToShow(asked: string | null, progress: PurchaseProgress): PurchaseStep {
  const index = (purchaseSteps as readonly (string | null)[]).indexOf(asked)
  const open = purchaseSteps.slice(0, index + 1).filter((step) => canEnter(step, progress))
  return open.at(-1) ?? 'product'
}
