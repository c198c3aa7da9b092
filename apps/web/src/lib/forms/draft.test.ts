import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillUntouched, parseDraft } from './draft.ts'

const empty = { name: '', message: '', kind: 'question' }

describe('parseDraft', () => {
  test('takes back what was kept', () => {
    expect(parseDraft(JSON.stringify({ ...empty, name: 'Jan' }), empty)).toEqual({ ...empty, name: 'Jan' })
  })

  test.each([null, '', '{', '7', 'null', '[]', '"x"', '{"name":7,"other":"x"}', '{"__proto__":"x"}'])(
    'passes over %j',
    (kept) => {
      expect(parseDraft(kept, empty)).toEqual({})
    },
  )

  test('whatever is kept, only known fields with text come out', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (kept) => {
        for (const [field, text] of Object.entries(parseDraft(kept, empty))) {
          expect(Object.keys(empty)).toContain(field)
          expect(typeof text).toBe('string')
        }
      }),
    )
  })
})

describe('fillUntouched', () => {
  test('keeps what was typed, fills the rest', () => {
    const form = { ...empty, name: 'typed' }
    expect(fillUntouched(form, empty, { name: 'kept', message: 'kept', kind: 'quote' })).toEqual({
      name: 'typed',
      message: 'kept',
      kind: 'quote',
    })
  })

  test('a text of nothing fills nothing', () => {
    expect(fillUntouched(empty, empty, {})).toEqual(empty)
  })
})
