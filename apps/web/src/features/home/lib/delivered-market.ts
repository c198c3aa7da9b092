import { builtInMarket, type EstimateMarket } from '@shipminer/domain/calculator/box-estimate'

/** The market that the server knew when it delivered the page; the built-in one where it knew none. */
export function deliveredMarket(): EstimateMarket {
  if (typeof document === 'undefined') return builtInMarket
  return parseMarket(document.querySelector<HTMLMetaElement>('meta[name="shipminer-market"]')?.content)
}

/** Reads `{"difficulty":1,"blockHeight":1,"feesSatPerBlock":1,"centsPerBtc":1,"at":1,"isBuiltIn":false}`; the built-in market for anything else. */
export function parseMarket(text: string | undefined): EstimateMarket {
  let found: unknown
  try {
    found = JSON.parse(text ?? '')
  } catch {
    return builtInMarket
  }
  return isMarket(found) ? found : builtInMarket
}

function isMarket(found: unknown): found is EstimateMarket {
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(builtInMarket).every(([key, example]) => {
    const value: unknown = (found as Record<string, unknown>)[key]
    return (
      typeof value === typeof example && (typeof value !== 'number' || (Number.isFinite(value) && value >= 0))
    )
  })
}
