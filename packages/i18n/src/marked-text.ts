/** Pieces of a text in which `<name>words</name>` marks words; nothing is nested. */
export function markedPieces(text: string): { mark: string | null; words: string }[] {
  return text
    .split(/(<\w+>.*?<\/\w+>)/s)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, mark, words] = /^<(\w+)>(.*?)<\/\1>$/s.exec(piece) ?? []
      return mark !== undefined && words !== undefined ? { mark, words } : { mark: null, words: piece }
    })
}

/** The words of such a text without their marks, for those who hear it. */
export function plainWords(text: string): string {
  return markedPieces(text)
    .map(({ words }) => words)
    .join('')
}
