import { expect, test } from 'vitest'
import { judgeSpool, type KnownEpoch, nextTurn, type SpoolMark } from './spool-identity.ts'

const mark = (turn: number, token = `t${turn}`): SpoolMark => ({ turn, token })
const known = (over: Partial<KnownEpoch> = {}): KnownEpoch => ({
  isCurrent: true,
  lastSeq: 100,
  lastSavedSeq: 100,
  kept: mark(4),
  given: mark(5),
  ...over,
})
const shown = (of: SpoolMark | null, lastSeq: number | null = 100) => ({ mark: of, lastSeq })

test.each([
  ['an epoch never seen', shown(null, 7), null, 'first'],
  ['an epoch that a restored server forgot', shown(mark(9)), null, 'first'],
  ['the mark of the last welcome', shown(mark(5)), known(), 'continues'],
  ['the mark before, the last one was not saved', shown(mark(4)), known(), 'continues'],
  [
    'no mark, because the first was not saved',
    shown(null),
    known({ kept: null, given: mark(1) }),
    'continues',
  ],
  ['more batches than are stored', shown(mark(5), 4_000), known(), 'continues'],
  ['a server restored from a backup', shown(mark(9), 500), known(), 'continues'],
  ['an old image: an older mark', shown(mark(3)), known(), 'restored'],
  ['an old image, even with more batches by now', shown(mark(3), 4_000), known(), 'restored'],
  ['the mark before, after the last one was saved', shown(mark(4)), known({ kept: mark(5) }), 'restored'],
  ['the folder as it was when it was made', shown(null), known(), 'restored'],
  ['an image of the same connection: batches are missing', shown(mark(5), 99), known(), 'restored'],
  ['an image without any batch', shown(mark(5), null), known(), 'restored'],
  [
    'a crash while the disk refused: the last ones went ashore from memory',
    shown(mark(5), 90),
    known({ lastSavedSeq: 90 }),
    'unsaved',
  ],
  ['an image from before the disk refused', shown(mark(5), 89), known({ lastSavedSeq: 90 }), 'restored'],
  ['an old image from before the disk refused', shown(mark(3), 95), known({ lastSavedSeq: 90 }), 'restored'],
  ['a mark of the same turn that was never given', shown(mark(5, 'other')), known(), 'restored'],
  ['a replaced epoch with its newest mark', shown(mark(5)), known({ isCurrent: false }), 'cloned'],
  [
    'a replaced epoch that never had a mark',
    shown(null),
    known({ isCurrent: false, kept: null, given: null }),
    'cloned',
  ],
  ['a replaced epoch with an older mark', shown(mark(4)), known({ isCurrent: false }), 'restored'],
  ['a replaced epoch with a mark ahead', shown(mark(9)), known({ isCurrent: false }), 'restored'],
] as const)('%s', (_, spool, epoch, verdict) => {
  expect(judgeSpool(spool, epoch)).toBe(verdict)
})

test('the next mark is above all that either side remembers', () => {
  expect(nextTurn(null, null)).toBe(1)
  expect(nextTurn(mark(9), known())).toBe(10)
  expect(nextTurn(mark(2), known())).toBe(6)
})
