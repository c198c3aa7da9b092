declare const __PRODUCT_NAME__: string | undefined

/** The brand; set when the site is built, `Shipminer` where nothing was built (tests). */
export const productName: string = typeof __PRODUCT_NAME__ === 'string' ? __PRODUCT_NAME__ : 'Shipminer'

/** Whether this is the built site and not the development server. */
export const isBuiltSite: boolean = import.meta.env.PROD

/** The server marks its pages with this element when it runs the demonstration. */
export function isDemoServer(): boolean {
  return document.querySelector('meta[name="shipminer-demo"]') !== null
}

/** The server marks its pages with this element when it shows the payment test product; a build makes the page in any case. */
export function showsTestProduct(): boolean {
  return (
    typeof document === 'undefined' || document.querySelector('meta[name="shipminer-payment-test"]') !== null
  )
}

/** The server marks its pages with this element while it accepts no orders; a build makes both. */
export function areOrdersOpen(): boolean {
  return document.querySelector('meta[name="shipminer-orders"]') === null
}

/** The server marks its pages with this element when WalletConnect is set up; null: it is off, and nothing of it is loaded. */
export function walletConnectProjectId(): string | null {
  const marked = document.querySelector<HTMLMetaElement>('meta[name="shipminer-walletconnect"]')?.content
  return marked && /^[0-9a-f]{32}$/.test(marked) ? marked : null
}
