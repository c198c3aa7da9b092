/** Addresses of the product pages by id, for a brand as written in addresses. The catalogue has the same; a test keeps the two equal. */
export function productRoutes(slug: string): Readonly<Record<string, string>> {
  return {
    sm19: `/${slug}-19`,
    sm21: `/${slug}-21`,
    sm23: `/${slug}-23`,
    lottery: '/lottery-miner',
    'payment-test': '/payment-test-product',
  }
}

/** Names of the products that everyone may see, in the order they are shown. */
export function productNames(productName: string): readonly { id: string; name: string }[] {
  return [
    { id: 'sm19', name: `${productName} 19` },
    { id: 'sm21', name: `${productName} 21` },
    { id: 'sm23', name: `${productName} 23` },
    { id: 'lottery', name: 'Lottery Miner' },
  ]
}
