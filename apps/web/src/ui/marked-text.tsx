import { Fragment } from 'react'

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

/** A text whose marked words get a class each: one sentence for translators, in several colours. */
export function MarkedText({ text, classes }: { text: string; classes: Readonly<Record<string, string>> }) {
  return markedPieces(text).map(({ mark, words }, index) =>
    mark === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <Fragment key={index}>{words}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <span key={index} className={classes[mark]}>
        {words}
      </span>
    ),
  )
}
