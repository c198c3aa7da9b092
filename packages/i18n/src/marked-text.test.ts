import { markedPieces, plainWords } from '@shipminer/i18n/marked-text'
import { expect, test } from 'vitest'

test('marked words are told from the rest', () => {
  expect(markedPieces('<yes>Fits.</yes> About <sum>€ 22</sum> a day.')).toEqual([
    { mark: 'yes', words: 'Fits.' },
    { mark: null, words: ' About ' },
    { mark: 'sum', words: '€ 22' },
    { mark: null, words: ' a day.' },
  ])
  expect(plainWords('<yes>Fits.</yes> About <sum>€ 22</sum> a day.')).toBe('Fits. About € 22 a day.')
})

test('what is no mark stays text', () => {
  expect(markedPieces('a < b > c <open>never closed')).toEqual([
    { mark: null, words: 'a < b > c <open>never closed' },
  ])
})
