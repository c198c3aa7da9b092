/** A sign drawn for a wallet in the colours that it is known by: ground, figure, and the figure's outline on 24 × 24. */
export type WalletSign = { ground: string; figure: string; path: string }

/** Signs of our own for the wallets that bring no picture, by name. A wallet in `knownWallets` has one. */
export const walletSigns: Readonly<Record<string, WalletSign>> = {
  MetaMask: {
    ground: '#f6851b',
    figure: '#fff',
    path: 'M3.5 4.5l6 4.200h5l6-4.200-1.700 6.700 1.400 4-3.700 4.300-3-1.700h-3l-3 1.700-3.700-4.300 1.400-4zM8 12l1.800 1.5L11 12.300zM16 12l-1.800 1.5-1.200-1.200z',
  },
  Phantom: {
    ground: '#ab9ff2',
    figure: '#fff',
    path: 'M5 12.5a7 7 0 0 1 14 0V19l-2.300-1.800L14.300 19 12 17.200 9.700 19l-2.400-1.800L5 19zM8.5 10.5v3h1.700v-3zM13 10.5v3h1.700v-3z',
  },
  Xverse: {
    ground: '#1a1a1a',
    figure: '#ee7a30',
    path: 'M4.5 5h4.400L19.5 19h-4.400zM15 5h4.400l-5 6.600-2.200-2.900zM4.600 19l5-6.600 2.200 2.900L9 19z',
  },
  'Trust Wallet': {
    ground: '#0500ff',
    figure: '#fff',
    path: 'M12 3.5l7.5 2.600c0 6.5-1.600 11-7.5 14.400-5.900-3.400-7.5-7.900-7.5-14.400zM12 6.100v11.5c3.700-2.5 5-5.600 5.200-9.700z',
  },
  'Coinbase Wallet': {
    ground: '#0052ff',
    figure: '#fff',
    path: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.300 9.300h5.400v5.400H9.300z',
  },
  'Rabby Wallet': {
    ground: '#7084ff',
    figure: '#fff',
    path: 'M8 3.5c2 0 2.700 3.700 2.700 6.200h2.600c0-2.5.7-6.200 2.700-6.200 2.100 0 2 4.200.8 7.100 1.5 1 2.200 2.5 2.200 4.100 0 3.200-3 5.300-7 5.300s-7-2.100-7-5.300c0-1.600.7-3.100 2.200-4.100C6 7.700 5.900 3.5 8 3.5zM8.700 13.5v2h2v-2zM13.300 13.5v2h2v-2z',
  },
  Solflare: {
    ground: '#ffef46',
    figure: '#1a1a1a',
    path: 'M12 2.5l2.100 5 5-2.100-2.100 5 5 1.600-5 2.100 2.100 5-5-2.100-2.100 5-2.100-5-5 2.100 2.100-5-5-2.100 5-1.600-2.100-5 5 2.100zM12 8.800a3.200 3.200 0 1 0 0 6.400 3.200 3.200 0 0 0 0-6.400z',
  },
  'OKX Wallet': {
    ground: '#000',
    figure: '#fff',
    path: 'M4 4h5.300v5.300H4zM14.700 4H20v5.300h-5.300zM9.300 9.300h5.400v5.400H9.300zM4 14.700h5.300V20H4zM14.700 14.700H20V20h-5.300z',
  },
  Leather: {
    ground: '#f5f1ed',
    figure: '#12100f',
    path: 'M5 17h14v2.5H5zM6.5 4.5h3.600v6.800h7.400v3.600h-11z',
  },
  UniSat: {
    ground: '#16130f',
    figure: '#f4b852',
    path: 'M5.5 5h3.200v7a3.300 3.300 0 0 0 6.600 0V5h3.200v7a6.5 6.5 0 0 1-13 0zM11 5h2v5h-2z',
  },
  Backpack: {
    ground: '#e33e3f',
    figure: '#fff',
    path: 'M9 5.800a3 3 0 0 1 6 0c2.800.8 4 2.900 4 5.200v1.5H5V11c0-2.300 1.200-4.400 4-5.200zM5 14h14v4a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM10 8v2h4V8z',
  },
  'Brave Wallet': {
    ground: '#fb542b',
    figure: '#fff',
    path: 'M12 3l4.200.8 2.900 3.200-.9 2 .6 3.200c-1 3.900-3.700 6.400-6.800 8.800-3.100-2.400-5.800-4.900-6.800-8.800L5.800 9l-.9-2 2.900-3.200zM8.5 8.5l2 3.5h3l2-3.5-3.5 1z',
  },
  Rainbow: {
    ground: '#174299',
    figure: '#fff',
    path: 'M4.5 19.5a15 15 0 0 1 15-15v4a11 11 0 0 0-11 11zM11 19.5a8.5 8.5 0 0 1 8.5-8.5v4a4.5 4.5 0 0 0-4.5 4.5z',
  },
  Zerion: {
    ground: '#2461ed',
    figure: '#fff',
    path: 'M5 5.5h14l-7.300 7H5.5c-1 0-1.300-1-.5-1.700zM19 18.5H5l7.300-7h6.200c1 0 1.300 1 .5 1.700z',
  },
  Exodus: {
    ground: '#1f2033',
    figure: '#b98aff',
    path: 'M20 9.300V5.5l-8 5-8-5v3.800L8.300 12 4 14.700v3.800l8-5 8 5v-3.800L15.700 12z',
  },
  Ledger: {
    ground: '#000',
    figure: '#fff',
    path: 'M4 4.5h6.5v2H6v4.300H4zM13.5 4.5H20v6.300h-2V6.5h-4.5zM4 13.200h2v4.300h4.5v2H4zM18 13.200h2v6.300h-6.5v-2H18zM10.700 8.5h2v5h2.600v2h-4.600z',
  },
}
