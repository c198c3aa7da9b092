/**
 * Rows as CSV (RFC 4180) with a byte order mark, so that a spreadsheet reads it as UTF-8. Unknown is empty. Text that a spreadsheet would
 * run as a formula gets an apostrophe in front.
 *
 * @example writeCsv([['name'], ['=1+1']]) // '\ufeffname\r\n\'=1+1\r\n'
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
