import encodeQR from 'qr'
import type { Pdf } from './pdf-page.ts'

/** Dark squares on white, each run of a row one rectangle, with the quiet zone of four modules around them. */
export function drawQr(doc: Pdf, text: string, x: number, y: number, size: number): void {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const unit = size / modules.length
  doc.rect(x, y, size, size).fillColor('#ffffff').fill()
  for (const [row, cells] of modules.entries()) {
    let start = 0
    while (start < cells.length) {
      let end = start
      while (end < cells.length && cells[end]) end += 1
      if (end > start) doc.rect(x + start * unit, y + row * unit, (end - start) * unit, unit)
      start = end + 1
    }
  }
  doc.fillColor('#000000').fill()
}
