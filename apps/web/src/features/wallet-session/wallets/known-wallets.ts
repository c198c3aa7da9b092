import type { Namespace } from '@shipminer/contract/account/account'

/** A common wallet that may not be installed here. To add one: an entry in `knownWallets`. */
export type KnownWallet = {
  name: string
  namespaces: readonly Namespace[]
  /** Where it is installed from; its maker's own page. */
  installUrl: string
  /** Opens a page in the browser inside its app (its maker's documents); null where it has no such link. */
  appUrl: ((page: string) => string) | null
}

/** In the order of recommendation; the first four are the recommended ones. */
export const knownWallets: readonly KnownWallet[] = [
  {
    name: 'MetaMask',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://metamask.io/download',
    appUrl: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'Phantom',
    namespaces: ['solana', 'eip155', 'bip122'],
    installUrl: 'https://phantom.com/download',
    appUrl: (page) => browseUrl('https://phantom.app/ul/browse/', page),
  },
  {
    name: 'Xverse',
    namespaces: ['bip122'],
    installUrl: 'https://www.xverse.app/download',
    appUrl: (page) => `https://connect.xverse.app/browser?url=${encodeURIComponent(page)}`,
  },
  {
    name: 'Trust Wallet',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://trustwallet.com/download',
    appUrl: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'Coinbase Wallet',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://www.coinbase.com/wallet/downloads',
    appUrl: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
  },
  {
    name: 'Rabby Wallet',
    namespaces: ['eip155'],
    installUrl: 'https://rabby.io',
    appUrl: null,
  },
  {
    name: 'Solflare',
    namespaces: ['solana'],
    installUrl: 'https://www.solflare.com/download',
    appUrl: (page) => browseUrl('https://solflare.com/ul/v1/browse/', page),
  },
  {
    name: 'OKX Wallet',
    namespaces: ['eip155', 'solana', 'bip122'],
    installUrl: 'https://web3.okx.com/download',
    appUrl: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`)}`,
  },
  {
    name: 'Leather',
    namespaces: ['bip122'],
    installUrl: 'https://leather.io/wallet',
    appUrl: null,
  },
  {
    name: 'UniSat',
    namespaces: ['bip122'],
    installUrl: 'https://unisat.io/download',
    appUrl: null,
  },
  {
    name: 'Backpack',
    namespaces: ['solana', 'eip155'],
    installUrl: 'https://backpack.app/download',
    appUrl: (page) => browseUrl('https://backpack.app/ul/v1/browse/', page),
  },
  {
    name: 'Brave Wallet',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://brave.com/wallet/',
    appUrl: null,
  },
  {
    name: 'Rainbow',
    namespaces: ['eip155'],
    installUrl: 'https://rainbow.me/download',
    appUrl: null,
  },
  {
    name: 'Zerion',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://zerion.io/download',
    appUrl: null,
  },
  {
    name: 'Exodus',
    namespaces: ['eip155', 'solana'],
    installUrl: 'https://www.exodus.com/download/',
    appUrl: null,
  },
  {
    name: 'Ledger',
    namespaces: ['eip155'],
    installUrl: 'https://www.ledger.com/ledger-extension',
    appUrl: null,
  },
]

function browseUrl(base: string, page: string): string {
  return `${base}${encodeURIComponent(page)}?ref=${encodeURIComponent(new URL(page).origin)}`
}
