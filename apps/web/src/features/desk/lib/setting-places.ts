import { paths } from '../../../config/paths.ts'

type Place = {
  to: string
  text: 'settings.orders' | 'settings.accounts' | 'settings.payouts' | 'settings.pools'
}

const accounts: Place = { to: paths.deskPayments, text: 'settings.accounts' }
const payouts: Place = { to: paths.deskPayouts, text: 'settings.payouts' }
const places: Readonly<Record<string, Place>> = {
  ORDERS_ENABLED: { to: paths.deskCatalogue, text: 'settings.orders' },
  COMPANY_IBAN: accounts,
  BITCOIN_XPUB: accounts,
  EVM_XPUB: accounts,
  BITCOIN_ESPLORA_URL: { to: `${paths.deskPayouts}#pool-addresses`, text: 'settings.pools' },
  PAYOUT_XPUB: payouts,
  PAYOUT_MINIMUM_SAT: payouts,
  PAYOUT_FOUR_EYES: payouts,
}

/** The page of the desk where what a setting is about is changed, confirmed or used; null: none. */
export function settingPlace(setting: string): Place | null {
  return Object.hasOwn(places, setting) ? (places[setting] ?? null) : null
}
