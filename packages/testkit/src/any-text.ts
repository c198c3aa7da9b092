import fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }
const lastCodePoint = 0x10ffff

/**
 * Every character that UTF-8 can write: what fast-check's `unit: 'binary'` makes, with the names that are dangerous in JavaScript among
 * the texts. Fast-check itself keeps a table of all 1,112,064 of them, which takes most of a second and 120 MB of every process.
 */
const anyCharacter = fc.nat(lastCodePoint - surrogates.count).map(
  (place) => String.fromCodePoint(place < surrogates.from ? place : place + surrogates.count),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('no character')
    if (point < surrogates.from) return point
    if (point < surrogates.from + surrogates.count) throw new Error('half a character')
    return point - surrogates.count
  },
)

/** Any text without halves of characters. */
export function anyText(limits: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: anyCharacter })
}
