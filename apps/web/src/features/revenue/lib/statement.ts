import { shownDay } from '../../../lib/format/shown-zone.ts'

/** The months a statement is available for, newest first: this one and the twelve before, as `2026-11`. `now` in ms. */
export function statementMonths(now: number): string[] {
  const date = new Date(shownDay(now))
  return Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** The bytes of a PDF in base64; null for anything else. */
export function pdfBytes(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return String.fromCharCode(...bytes.slice(0, 5)) === '%PDF-' ? bytes : null
  } catch {
    return null
  }
}
