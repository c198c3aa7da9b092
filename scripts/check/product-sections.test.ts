import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { findMissingSections, PRODUCT_DOCUMENT } from './product-sections.ts'

const document = '## 1. What it is\n\n**1.1 Purpose.** Words. **1.2** More.\n\n## 12. Last\n'
const missing = (text: string) =>
  findMissingSections(document, [{ path: 'a.ts', text }]).map(({ line, says }) => [line, says.slice(14, 18)])

test.each([
  ['/** As docs/product.md 1.1 wants it. */', 0],
  ['/** docs/product.md 1, 1.1 and 1.2. */', 0],
  ['/** docs/product.md 12) */', 0],
  ['/** As docs/product.md 1.3 wants it. */', 1],
  ['/** docs/product.md 1.1, 2.1 and 3.1 */', 2],
])('%s', (text, count) => expect(missing(text)).toHaveLength(count))

test('names the line', () => expect(missing('\n// docs/product.md 2.1')).toEqual([[2, '2.1 ']]))

test('the document has the sections that its readers expect', () => {
  const text = readFileSync(join(REPO_ROOT, PRODUCT_DOCUMENT), 'utf8')
  const all = ['1.1', '2.18', '3.10', '4.11', '5.13', '6.5', '7.1', '8.6', '9.6']
  expect(findMissingSections(text, [{ path: 'a.ts', text: `docs/product.md ${all.join(', ')}` }])).toEqual([])
})
