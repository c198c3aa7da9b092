import texts from '@shipminer/i18n/locales/en/desk-settings.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { settingPlace } from './setting-places.ts'

test('what has a place at the desk leads there, by the names that the settings have', () => {
  const placed = Object.keys(texts).flatMap((setting) => {
    const place = settingPlace(setting)
    return place === null ? [] : [`${setting} ${place.to}`]
  })
  expect(placed.toSorted()).toEqual([
    'BITCOIN_ESPLORA_URL /desk/payouts#pool-addresses',
    'BITCOIN_XPUB /desk/payments',
    'COMPANY_IBAN /desk/payments',
    'EVM_XPUB /desk/payments',
    'ORDERS_ENABLED /desk/catalogue',
    'PAYOUT_FOUR_EYES /desk/payouts',
    'PAYOUT_MINIMUM_SAT /desk/payouts',
    'PAYOUT_XPUB /desk/payouts',
  ])
})

test.each(['SMTP_URL', 'constructor', ''])('%s leads nowhere', (setting) => {
  expect(settingPlace(setting)).toBeNull()
})
