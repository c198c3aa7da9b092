/** A piece of a style sheet: a rule, or an at-rule with what it holds. */
type Piece = { head: string; body: string }

/**
 * The rules of a minified style sheet that a document can need before any script runs: a rule is left out when all its selectors name a
 * class that the document does not have or wait for a pointer; so are rules for forced colours and a variable that nothing
 * uses. Everything else stays, in its order.
 */
export function criticalCss(css: string, html: string): string {
  const present = new Set<string>()
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(/\s+/)) present.add(name)
  return withoutVariables(keep(css, present))
}

/** Leaves out what `:root` sets and nothing reads, also where only something left out read it. */
function withoutVariables(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const kept = css.replaceAll(/(:root\{)([^}]*)(?=\})/g, (_, head: string, body: string) => {
    const rows = body.split(';').filter((row) => !row.startsWith('--') || read.has(row.split(':')[0] ?? ''))
    return head + rows.join(';')
  })
  return kept === css ? css : withoutVariables(kept)
}

function keep(css: string, present: ReadonlySet<string>): string {
  return pieces(css)
    .map(({ head, body }) => {
      if (head.endsWith(';')) return head
      if (/^@media[^{]*forced-colors/.test(head)) return ''
      if (/^@(media|supports|layer|container)\b/.test(head)) {
        const inner = keep(body, present)
        return inner === '' ? '' : `${head}{${inner}}`
      }
      if (head.startsWith('@')) return `${head}{${body}}`
      return isWanted(head, present) ? `${head}{${body}}` : ''
    })
    .join('')
}

/** Whether some selector of a list names only classes that are there; what `:not()` and `:has()` name does not count. */
function isWanted(selectors: string, present: ReadonlySet<string>): boolean {
  return splitSelectors(selectors).some((selector) => {
    if (selector.includes(':hover')) return false
    const bare = selector.replaceAll(/:(?:not|has)\([^)]*\)/g, '')
    return [...bare.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => present.has(name))
  })
}

function splitSelectors(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    if (list[at] === '(') depth++
    else if (list[at] === ')') depth--
    else if (list[at] === ',' && depth === 0) {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, list.slice(start)]
}

/** Cuts a style sheet at its outermost braces. Texts in quotes may hold anything. */
function pieces(css: string): Piece[] {
  const found: Piece[] = []
  let depth = 0
  let start = 0
  let open = 0
  let quote = ''
  for (let at = 0; at < css.length; at++) {
    const sign = css[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{' && depth++ === 0) open = at
    else if (sign === '}' && --depth === 0) {
      found.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) })
      start = at + 1
    } else if (sign === ';' && depth === 0) {
      found.push({ head: css.slice(start, at + 1).trim(), body: '' })
      start = at + 1
    }
  }
  return found
}
