import { describe, expect, test } from 'vitest'
import { canEnter, purchaseSteps, stepToShow } from './purchase-steps.ts'

const flags = [false, true]
const all = flags.flatMap((hasProduct) =>
  flags.flatMap((hasInfo) => flags.map((isPlaced) => ({ hasProduct, hasInfo, isPlaced }))),
)

describe.each(all)('%j', (progress) => {
  test.each(purchaseSteps)('%s is entered only when what comes before is complete', (step) => {
    const { hasProduct, hasInfo, isPlaced } = progress
    const wanted = {
      product: true,
      info: hasProduct,
      payment: hasProduct && hasInfo,
      complete: isPlaced,
    }
    expect(canEnter(step, progress)).toBe(wanted[step])
  })

  test.each([...purchaseSteps, null, '', 'nonsense'])(
    'asked for %j, a step is shown that may be entered',
    (asked) => {
      const shown = stepToShow(asked, progress)
      expect(canEnter(shown, progress)).toBe(true)
      if (asked && canEnter(asked as never, progress) === true) expect(shown).toBe(asked)
    },
  )
})

test.each([
  ['payment', { hasProduct: true, hasInfo: false, isPlaced: false }, 'info'],
  ['payment', { hasProduct: false, hasInfo: true, isPlaced: false }, 'product'],
  ['complete', { hasProduct: true, hasInfo: true, isPlaced: false }, 'payment'],
  ['complete', { hasProduct: true, hasInfo: false, isPlaced: true }, 'complete'],
  [null, { hasProduct: true, hasInfo: true, isPlaced: true }, 'product'],
] as const)('%j with %j shows %s', (asked, progress, shown) => {
  expect(stepToShow(asked, progress)).toBe(shown)
})
