/** What we use of a library that comes without types. */
declare module 'fontkit' {
  /** A font as pdfkit takes it in place of a file. */
  export type Font = Uint8Array & {
    readonly layout: unknown
    getGlyph(id: number, codePoints?: readonly number[]): { codePoints: readonly number[] }
  }
  export function openSync(path: string): Font
}
