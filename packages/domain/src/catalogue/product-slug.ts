/**
 * A brand as written in addresses: lower case letters and digits joined by hyphens; `product` when nothing is left.
 *
 * @example productSlug('Ship Miner®') // 'ship-miner'
 */
export function productSlug(productName: string): string {
  const slug = productName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'product' : slug
}

/** Puts the brand into a catalogue text: `{product}` as written, `{slug}` as in addresses. */
export function withBrand(text: string, productName: string): string {
  return text.replaceAll('{product}', () => productName).replaceAll('{slug}', () => productSlug(productName))
}
