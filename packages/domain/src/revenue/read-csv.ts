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
  let [line, started, cell, quoted] = [1, 1, '', false]
  let cells: string[] = []
  const endRow = () => {
    cells.push(cell)
    if (cells.some((each) => each.trim() !== ''))
      rows.push({ line: started, cells: cells.map((each) => each.trim()) })
    cells = []
    cell = ''
  }
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  for (let index = 0; index < source.length; index++) {
    const character = source[index] as string
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') cell += character
      else if (source[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (character === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (character === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRow()
      started = line
    } else cell += character
  }
  endRow()
  return rows
}
