/**
 * Rules of style sheets that say the same. Four declarations that stand twice under the same conditions are one shared class (`ui/layout.module.css`
 * and its neighbours), or are alike by chance, which is said here. An exception that is no longer needed is a fault too, so that the list stays
 * true.
 */
import type { Violation } from './boundaries.ts'
import type { SourceFile } from './source-files.ts'

/** So many declarations may be the same without a reason. */
export const mostSame = 3

const stack = 'the stack of everything in that feature, with a rule of its own for what is in it'
const filters = 'fields of a list of the desk, which share their line in a way of their own on a phone'

/** `<path below the sources of the web> <selectors>`, each with why it says again what another rule says. */
export const ALIKE: Readonly<Record<string, string>> = {
  'features/desk/components/desk.module.css .page, .section, .stack': stack,
  'features/service/components/service.module.css .stack': stack,
  'features/desk/components/desk.module.css .columns': 'narrows to one column at a width of the desk’s own',
  'features/desk/components/desk.module.css .bar': filters,
  'features/desk/table/table.module.css .filters': filters,
  'features/desk/components/desk.module.css .row > a':
    'a link of a row of the desk, which is no item of an order',
  'features/control/components/control.module.css .state':
    'how a command stands; its signs are those of the tones',
  'features/history/components/history.module.css .pills button[aria-pressed="true"]':
    'the one that is pressed; the others differ in size from those of a fleet',
  'features/purchase/components/purchase-flow.module.css .marks':
    'the steps of a purchase, which shrink to bars on a phone',
  'features/purchase/components/purchase-flow.module.css .actions':
    'the ways on from a step, with more room than other buttons have',
  'features/purchase/components/purchase-flow.module.css .total .sum':
    'the last line of a total, in a list of another make',
}

type Rule = { path: string; line: number; selectors: string; conditions: string; declarations: string[] }

/** Rules of which another one has the same declarations, in any order, within the same conditions. */
export function findSameStyles(
  files: readonly SourceFile[],
  alike: Readonly<Record<string, string>> = ALIKE,
): Violation[] {
  const rules = files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(listRules)
    .filter(({ declarations }) => declarations.length > mostSame)
  const groups = Map.groupBy(rules, ({ conditions, declarations }) =>
    [conditions, ...declarations.toSorted()].join('\n'),
  )
  const several = [...groups.values()].filter((group) => group.length > 1)
  const needed = new Set(several.flat().map(keyOf))
  const found = several
    .map((group) => group.filter((rule) => !(keyOf(rule) in alike)))
    .filter((group) => group.length > 1)
    .flatMap(([first, ...others]) =>
      others.map(({ path, line, selectors, declarations }) => ({
        rule: 'same-style',
        path,
        line,
        says: `${selectors} says the same ${declarations.length} things as ${first?.selectors} in ${first?.path}`,
      })),
    )
  const stale = Object.keys(alike)
    .filter((key) => !needed.has(key))
    .map((key) => ({
      rule: 'same-style',
      path: 'scripts/check/same-styles.ts',
      line: 1,
      says: `${key} is like no other rule any more: take it off ALIKE`,
    }))
  return [...found, ...stale]
}

const keyOf = ({ path, selectors }: Rule) => `${path.replace(/^apps\/web\/src\//, '')} ${selectors}`

/** The rules of a sheet that has neither nested rules nor braces in its values, as ours have none. */
function listRules({ path, text }: SourceFile): Rule[] {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const rules: Rule[] = []
  const open: string[] = []
  let at = 0
  for (const { 0: brace, index } of plain.matchAll(/[{}]/g)) {
    const before = plain.slice(at, index)
    if (brace === '{') open.push(toLine(before))
    else {
      const selectors = open.pop() ?? ''
      const declarations = before.split(';').map(toLine).filter(Boolean)
      const line = plain.slice(0, plain.lastIndexOf('{', index)).split('\n').length
      if (declarations.length > 0)
        rules.push({ path, line, selectors, conditions: open.join(' '), declarations })
    }
    at = index + 1
  }
  return rules
}

const toLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
