/**
 * Rows as CSV (RFC 4180) with a byte order mark, so that a spreadsheet reads it as UTF-8. Unknown is empty. Text that a spreadsheet would
 * run as a formula gets an apostrophe in front.
 *
 * @example writeCsv([['name'], ['=1+1']]) // '\ufeffname\r\n\'=1+1\r\n'
 */
export function writeCsv(rows: readonly CsvRow[]): string {
  return `\ufeff${rows.map((row) => csvLine(row, ',')).join('')}`
}

export type CsvRow = readonly (string | number | null)[]

/** One row, with its end of line; a semicolon where numbers have a decimal comma. */
export function csvLine(row: CsvRow, separator: ',' | ';'): string {
  return `${row.map((value) => cell(value, separator)).join(separator)}\r\n`
}

function cell(value: string | number | null, separator: ',' | ';'): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
