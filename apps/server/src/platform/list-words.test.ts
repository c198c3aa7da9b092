import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachEngine } from './db/testing.ts'
import { searchTerms } from './search-terms.ts'

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

describeEachEngine('the words that lists are searched by', ({ store }) => {
  const wordsOf = async (texts: readonly string[]) => {
    const { rows } = await sql<{ words: string }>`
      SELECT list_words(text) AS words FROM unnest(${texts}::text[]) WITH ORDINALITY AS t(text, place) ORDER BY place`.execute(
      store().db,
    )
    return rows.map(({ words }) => words)
  }

  test.each([
    ['O’Brien', 'o brien'],
    ['„De Hoop“ – Jan\u00a0Bos…', 'de hoop jan bos'],
    ['Ștefan MÜLLER Đorđe', 'stefan muller đorđe'],
    ['Jose\u0301 Nguyễn', 'jose nguyen'],
    ['𠮷田 👍 M²', '田 m²'],
  ])('of %s are %s', async (text, words) => {
    expect((await wordsOf([text]))[0]?.trim()).toBe(words)
  })

  test('are split where a search splits them: every text is found by itself', async () => {
    const texts = [
      ...letters(0x20, 0x17f),
      ...letters(0x300, 0x33f),
      ...letters(0x1e00, 0x1ef9),
      ...letters(0x2000, 0x20cf),
      ...letters(0x2190, 0x22ff),
      ...letters(0x2500, 0x27bf),
      ...letters(0x4e00, 0x4eff),
      ...letters(0xac00, 0xacff),
      ...letters(0x1f300, 0x1f3ff),
    ].map((letter) => `Ab${letter}Cd`)
    const made = await wordsOf(texts)
    const lost = texts.filter(
      (text, index) => !searchTerms(text).words.every((word) => made[index]?.includes(` ${word}`)),
    )
    expect(lost).toEqual([])
  })
})
