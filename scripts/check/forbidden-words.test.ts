import { expect, test } from 'vitest'
import { FORBIDDEN_WORDS, findForbiddenWords } from './forbidden-words.ts'

const text = (language: string, said: string) => ({
  path: `packages/i18n/src/locales/${language}/home.json`,
  text: `{\n  "key": ${JSON.stringify(said)}\n}`,
})

test.each(FORBIDDEN_WORDS)('$language: $example', ({ language, example, say, isRightElsewhere = false }) => {
  expect(findForbiddenWords([text(language, example)])).toEqual([
    `packages/i18n/src/locales/${language}/home.json:2: not a word of ours in ${language}; say: ${say}`,
  ])
  const onBoard = { path: 'apps/controller/src/status-page/texts.ts', text: `title: '${example}',` }
  expect(findForbiddenWords([onBoard])).toHaveLength(isRightElsewhere ? 0 : 1)
})

test('another language, a key and a word that only looks alike may stand', () => {
  expect(
    findForbiddenWords([
      text('en', 'minerii'),
      text('ro', 'minerit Bitcoin'),
      text('nl', 'de box mint'),
      text('nl', 'verlezing'),
      text('ro', '{{box}}, {{boxes}}'),
    ]),
  ).toEqual([])
  const key = { path: 'packages/i18n/src/locales/de/home.json', text: '  "aktuell": "heute"' }
  expect(findForbiddenWords([key])).toEqual([])
})
