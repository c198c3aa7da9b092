/** Anything as pairs of name and value, for a person who looks for a fault. */
export type Fact = { name: string; value: string | null }

/** What must not leave the box, by the last word of its name. */
const secretName =
  /pass(word|wd|phrase)?|secret|token|credential|login|user(name)?|worker|account|private|seal|authorization|cookie|(^|\.)key$/i
/** Instead of what is left out. */
export const leftOut = '[left out]'

/** How deep a value is looked into. */
const deepest = 6

/** Every figure and word in a value, under its path; null is not known. Secrets are left out by their names, and within texts. */
export function factsOf(value: unknown, most: number): Fact[] {
  const facts: Fact[] = []
  const walk = (inner: unknown, name: string, depth: number): void => {
    if (facts.length >= most || inner === undefined || typeof inner === 'function') return
    if (inner !== null && secretName.test(name.slice(name.lastIndexOf('.') + 1))) {
      facts.push({ name, value: leftOut })
      return
    }
    if (typeof inner === 'object' && inner !== null && depth < deepest) {
      const entries = Object.entries(inner)
      if (entries.length === 0) facts.push({ name, value: Array.isArray(inner) ? '[]' : '{}' })
      for (const [key, one] of entries) walk(one, name === '' ? key : `${name}.${key}`, depth + 1)
      return
    }
    facts.push({
      name: name.slice(0, 80),
      value: inner === null ? null : withoutSecrets(String(inner)).slice(0, 300),
    })
  }
  walk(value, '', 0)
  return facts
}

/** A text without what opens something: logins in addresses, and values that are named as such. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${leftOut}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${leftOut}`)
    .replace(
      /\b(pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|user(?:name)?|worker|account)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;}\])]+)/gi,
      `$1$2${leftOut}`,
    )
}
