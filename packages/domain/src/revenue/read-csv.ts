export type CsvDelimiter = ',' | ';' | '\t'

/** The delimiter that occurs most often in the first lines, outside quotes; a comma where none does. */
export function csvDelimiter(text: string): CsvDelimiter {
  const head = text
    .slice(0, 4_000)
    .split(/\r\n|\r|\n/)
    .slice(0, 10)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => head.split(delimiter).length
  return ([';', '\t'] as const).reduce<CsvDelimiter>(
    (best, candidate) => (count(candidate) > count(best) ? candidate : best),
    ',',
  )
}

/** Cells of every line with the number of the line it began on, from 1. Quoted cells may hold delimiters, quotes and line ends. Blank lines are left out. */
export function readCsv(text: string, delimiter: CsvDelimiter): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  let [line, started, quoted, index] = [1, 1, false, 0]
  let cells: string[] = []
  // A cell in pieces: built letter by letter, a large file would take 32 bytes for each.
  let pieces: string[] = []
  const endCell = () => {
    cells.push(pieces.join('').trim())
    pieces = []
  }
  const endRow = () => {
    endCell()
    if (cells.some((cell) => cell !== '')) rows.push({ line: started, cells })
    cells = []
  }
  /** Up to the next of these, or the end. */
  const take = (marks: RegExp) => {
    marks.lastIndex = index
    const end = marks.exec(source)?.index ?? source.length
    const run = source.slice(index, end)
    index = end
    return run
  }
  const marks = new RegExp(`["\\n${delimiter}]`, 'g')
  while (index < source.length) {
    if (quoted) {
      const run = take(/"/g)
      pieces.push(run)
      line += run.split('\n').length - 1
      quoted = source[index + 1] === '"'
      if (quoted) pieces.push('"')
      index += quoted ? 2 : 1
      continue
    }
    pieces.push(take(marks))
    const mark = source[index]
    index += 1
    if (mark === '"') {
      if (pieces.every((piece) => piece.trim() === '')) [pieces, quoted] = [[], true]
      else pieces.push(mark)
    } else if (mark === delimiter) endCell()
    else if (mark === '\n') {
      line += 1
      endRow()
      started = line
    }
  }
  endRow()
  return rows
}
