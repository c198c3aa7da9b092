import { expect, test } from 'vitest'
import { findSameStyles } from './same-styles.ts'

const four = ['display: grid', 'gap: 4px', 'margin: 0', 'color: red']
const rule = (selector: string, declarations: readonly string[] = four) =>
  `${selector} {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
const says = (texts: readonly string[], alike = {}) =>
  findSameStyles(
    texts.map((text, index) => ({ path: `apps/web/src/${index}.module.css`, text })),
    alike,
  ).map(({ path, line, says: words }) => `${path}:${line} ${words}`)

test('four declarations stand once, in whichever order they are written', () => {
  const again = rule('.other,\n.more', four.toReversed())
  expect(says([rule('.one'), `/* A word; {about} it. */\n${again}`])).toEqual([
    'apps/web/src/1.module.css:3 .other, .more says the same 4 things as .one in apps/web/src/0.module.css',
  ])
  expect(says([rule('.one') + rule('.other')])).toHaveLength(1)
  expect(says([rule('.one') + rule('.two') + rule('.three')])).toHaveLength(2)
})

test('three may stand twice, and what differs in one is not the same', () => {
  expect(says([rule('.one', four.slice(1)) + rule('.other', four.slice(1))])).toEqual([])
  expect(says([rule('.one') + rule('.other', [...four, 'top: 0'])])).toEqual([])
})

test('what holds under other conditions is not the same; under the same ones it is', () => {
  const phone = (text: string) => `@media (max-width: 640px) {\n${text}}\n`
  expect(says([rule('.one') + phone(rule('.other'))])).toEqual([])
  expect(says([phone(rule('.one')) + phone(rule('.other'))])).toHaveLength(1)
})

test('an exception holds for its rule alone, and only while it is needed', () => {
  const key = '1.module.css .other'
  expect(says([rule('.one'), rule('.other')], { [key]: 'why' })).toEqual([])
  expect(says([rule('.one'), rule('.other'), rule('.third')], { [key]: 'why' })).toHaveLength(1)
  expect(says([rule('.one')], { [key]: 'why' })).toEqual([
    `scripts/check/same-styles.ts:1 ${key} is like no other rule any more: take it off ALIKE`,
  ])
})
