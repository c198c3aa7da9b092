import { markedPieces } from '@shipminer/i18n/marked-text'
import { Fragment } from 'react'

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
