import { type ComponentType, memo, Suspense } from 'react'

/**
 * A part below the first view: its HTML is in the document, its style and its code come after. It keeps its place unseen until the style
 * is here. `part` is lazy; the page's row names its module as `laterModule`. Nothing from above reaches it before its code is here, or the
 * prerendered part would be thrown away; what it needs to know it takes from a store.
 */
export function later(Part: ComponentType): ComponentType {
  return memo(function Later() {
    return (
      <div className="later">
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </div>
    )
  })
}
