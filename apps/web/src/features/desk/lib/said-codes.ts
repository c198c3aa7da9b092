/** A text in which what a program wrote stands between backticks, in pieces. */
export function codePieces(text: string): { text: string; isCode: boolean }[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** The day that a text consists of, as a moment within it; null when it says something else. */
export function dayOf(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T12:00`) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** Which bank statement the product wrote that something came from, or was taken back by; null when it is somebody's own words. */
export function statementOf(text: string): { isTakenBack: boolean; statement: string } | null {
  const [, taken, statement] = /^(taken back: )?statement (.+)$/.exec(text) ?? []
  return statement === undefined ? null : { isTakenBack: taken !== undefined, statement }
}
