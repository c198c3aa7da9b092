/** Comments and tests name sections of docs/product.md ("docs/product.md 4.3 and 5.1"): each of them has to be there. */
import type { Violation } from './boundaries.ts'
import type { SourceFile } from './source-files.ts'

export const PRODUCT_DOCUMENT = 'docs/product.md'

const NAMED = /docs\/product\.md ((?:\d+(?:\.\d+)*(?:, (?=\d)| and (?=\d))?)+)/g

/** Every section that is named somewhere and is not in the document. */
export function findMissingSections(document: string, files: readonly SourceFile[]): Violation[] {
  const known = new Set(
    [...document.matchAll(/(?:^## |\*\*)(\d+(?:\.\d+)?)[. *]/gm)].map(([, number]) => number),
  )
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(NAMED)]
        .flatMap(([, numbers = '']) => numbers.match(/\d+(?:\.\d+)*/g) ?? [])
        .filter((number) => !known.has(number))
        .map((number) => ({
          rule: 'product-section',
          path,
          line: index + 1,
          says: `names section ${number} of ${PRODUCT_DOCUMENT}, which is not there`,
        })),
    ),
  )
}
