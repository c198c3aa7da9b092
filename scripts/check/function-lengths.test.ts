import { expect, test } from 'vitest'
import { findLongFunctions, mostLines } from './function-lengths.ts'

const path = 'apps/server/src/modules/x/x.service.ts'
const body = (lines: number) => Array.from({ length: lines }, (_, line) => `  use(${line})`).join('\n')
const declared = (name: string, lines: number) => `export function ${name}() {\n${body(lines - 2)}\n}\n`
const says = (text: string, exceptions = {}) =>
  findLongFunctions([{ path, text }], exceptions).map(({ line, says: words }) => [line, words])

test('a function may have so many lines and no more', () => {
  expect(says(declared('ample', mostLines))).toEqual([])
  expect(says(`\n${declared('tooLong', mostLines + 1)}`)).toEqual([[2, 'tooLong has 81 lines, 80 may be']])
})

test.each([
  ['a constant', `const named = () => {\n${body(mostLines)}\n}\n`],
  ['a method', `const all = {\n  named() {\n${body(mostLines)}\n  },\n}\n`],
  ['inside another', `const all = { deep: { named: async () => {\n${body(mostLines)}\n  } } }\n`],
])('is found and named: %s', (_, text) =>
  expect(says(text)).toMatchObject([[expect.any(Number), 'named has 82 lines, 80 may be']]),
)

test('an exception holds for its function alone, and only while it is needed', () => {
  const key = 'server/modules/x/x.service.ts#tooLong'
  expect(says(declared('tooLong', 90), { [key]: 'why' })).toEqual([])
  expect(says(declared('other', 90), { [key]: 'why' })).toEqual([
    [1, 'other has 90 lines, 80 may be'],
    [1, `${key} is no exception any more: take it off LONG_FUNCTIONS`],
  ])
  expect(findLongFunctions([], { [key]: 'why' })).toMatchObject([
    { path: 'scripts/check/function-lengths.ts' },
  ])
})

test('the web is measured, too', () => {
  const text = declared('tooLong', 90)
  expect(findLongFunctions([{ path: 'apps/web/src/ui/x.tsx', text }], {})).toHaveLength(1)
  expect(
    findLongFunctions([{ path: 'apps/web/src/ui/x.tsx', text }], { 'web/ui/x.tsx#tooLong': 'why' }),
  ).toEqual([])
})

test('tests and other parts of the tree are not measured', () => {
  const text = declared('tooLong', 90)
  for (const elsewhere of ['apps/server/src/x.test.ts', 'packages/i18n/src/x.ts', 'apps/server/src/x.sql'])
    expect(findLongFunctions([{ path: elsewhere, text }], {})).toEqual([])
})
