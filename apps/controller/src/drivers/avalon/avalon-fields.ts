import { finiteNumber } from '../cgminer/values.ts'

/**
 * The figures an Avalon packs into one text: `Ver[1246-83] TMax[77] PS[0 1214 1316 242 3189 1320 3504] …`, in newer firmware
 * inside `'STATS':{…}`. A value ends at the bracket that closes it, so brackets inside are part of it; one that was cut
 * off is left out. The first of a name counts.
 */
export function readAvalonFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  let name = ''
  let at = 0
  while (at < text.length) {
    const mark = text.charAt(at)
    if (mark === '[') {
      const end = closingBracket(text, at)
      if (end < 0) break
      const key = name.trim()
      if (key !== '' && !fields.has(key)) fields.set(key, text.slice(at + 1, end).trim())
      name = ''
      at = end + 1
    } else {
      // A name may hold spaces (`Nonce Mask[25]`); it starts over after a bracket or a brace.
      name = mark === '{' || mark === '}' || mark === ']' ? '' : name + mark
      at += 1
    }
  }
  return fields
}

function closingBracket(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '[') depth += 1
    else if (text.charAt(at) === ']') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

/** The numbers of a field; anything that is not a number is null. */
export function numbersIn(fields: ReadonlyMap<string, string>, name: string): (number | null)[] {
  const value = fields.get(name)
  return value === undefined || value === '' ? [] : value.split(/\s+/).map(finiteNumber)
}

/** The first number of a field. */
export function numberIn(fields: ReadonlyMap<string, string>, name: string): number | null {
  return numbersIn(fields, name)[0] ?? null
}
