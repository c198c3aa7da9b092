/** The navigation's short form: first 6 and last 4 characters (docs/product.md 9.4). */
export function shortAddress(address: string): string {
  return shorten(address, 6, 4)
}

/** The menu's longer form: first 16 and last 8 characters (docs/product.md 9.4). */
export function menuAddress(address: string): string {
  return shorten(address, 16, 8)
}

function shorten(address: string, head: number, tail: number): string {
  return address.length <= head + tail + 1 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}
