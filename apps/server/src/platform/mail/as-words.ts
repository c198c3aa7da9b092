/** A name that somebody chose, without what would make it a link or a sentence of its own. */
export function asWords(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} '’&-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, 60).trim() || '—'
}
