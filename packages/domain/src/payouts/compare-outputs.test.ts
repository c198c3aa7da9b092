import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareOutputs } from './compare-outputs.ts'

const to = (script: string, amountSat: number) => ({ script, amountSat })
const lines = [to('aa', 100), to('bb', 200), to('aa', 300)]

describe('compareOutputs', () => {
  test('the same payments in any order, with change', () => {
    expect(compareOutputs(lines, [to('ff', 7), to('aa', 300), to('bb', 200), to('aa', 100)])).toEqual({
      ok: true,
      furtherSat: [7],
    })
  })

  test.each([
    ['less', [to('aa', 100), to('bb', 199), to('aa', 300)], [{ line: 1, foundSat: 199 }]],
    ['more', [to('aa', 100), to('bb', 201), to('aa', 300)], [{ line: 1, foundSat: 201 }]],
    ['nothing', [to('aa', 100), to('aa', 300)], [{ line: 1, foundSat: null }]],
    ['one of two to the same address', [to('aa', 100), to('bb', 200)], [{ line: 2, foundSat: null }]],
    [
      'both together',
      [to('aa', 400), to('bb', 200)],
      [
        { line: 0, foundSat: 400 },
        { line: 2, foundSat: null },
      ],
    ],
    ['twice', [...lines, to('bb', 200)], [{ line: 1, foundSat: 400 }]],
    ['another address', [to('aa', 100), to('bc', 200), to('aa', 300)], [{ line: 1, foundSat: null }]],
  ])('%s is told by its line', (_, outputs, differences) => {
    expect(compareOutputs(lines, outputs)).toMatchObject({ ok: false, differences })
  })

  test('is right exactly when the payments to the addresses are the same', () => {
    const payment = fc.record({
      script: fc.constantFrom('aa', 'bb', 'cc'),
      amountSat: fc.integer({ min: 1, max: 3 }),
    })
    const key = (payments: readonly { script: string; amountSat: number }[]) =>
      payments
        .map(({ script, amountSat }) => `${script} ${amountSat}`)
        .toSorted()
        .join()
    fc.assert(
      fc.property(
        fc.array(payment, { minLength: 1, maxLength: 4 }),
        fc.array(payment, { maxLength: 5 }),
        (wanted, made) => {
          const named = made.filter(({ script }) => wanted.some((line) => line.script === script))
          expect(compareOutputs(wanted, made).ok).toBe(key(wanted) === key(named))
        },
      ),
    )
  })
})
