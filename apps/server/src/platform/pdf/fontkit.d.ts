/** What we use of a library that comes without types. */
declare module 'fontkit' {
  /** A font as pdfkit takes it in place of a file. */
  export type Font = Uint8Array & { readonly layout: unknown }
  export function openSync(path: string): Font
}
