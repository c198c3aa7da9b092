import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n/i18n.ts'
import { StatusBadge } from '../signs/status-badge.tsx'
import { Address } from './address.tsx'
import { Age } from './age.tsx'
import { Duration } from './duration.tsx'
import { HashRate } from './hash-rate.tsx'
import { Euro, Sat } from './money.tsx'
import { Power } from './power.tsx'
import { Temperature } from './temperature.tsx'

type I18n = Awaited<ReturnType<typeof createI18n>>
let dutch: I18n
let romanian: I18n

beforeAll(async () => {
  dutch = await createI18n('nl', [])
  romanian = await createI18n('ro', [])
})

/** What a person reads, with plain spaces. */
function words(element: React.ReactNode, i18n: I18n = dutch): string {
  const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>)
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
}

describe('the three kinds of a value', () => {
  test('on its way, not known, and known are never the same, and not known is never 0', () => {
    expect(words(<HashRate hashrateThs={undefined} />)).toBe('Laden…')
    expect(words(<HashRate hashrateThs={null} />)).toBe('geen gegevens')
    expect(words(<HashRate hashrateThs={0} />)).toBe('0 TH/s')
    expect(words(<Power powerWatts={null} dense />)).toBe('—geen gegevens')
    expect(words(<Power powerWatts={24_800} />)).toBe('24,8 kW')
    expect(words(<Temperature temperatureC={null} />)).toBe('geen gegevens')
    expect(words(<Temperature temperatureC={58.4} />)).toBe('58 °C')
    expect(words(<Euro cents={undefined} />)).toBe('Laden…')
    expect(words(<Euro cents={6140} />)).toBe('€ 61,40')
    expect(words(<Sat sat={0} />)).toBe('0 sat')
    expect(words(<Duration durationSeconds={null} />)).toBe('geen gegevens')
    expect(words(<Duration durationSeconds={90_061} />)).toBe('1 d 1 u')
    expect(words(<Age at={null} />)).toBe('geen gegevens')
    expect(words(<Address address={null} />)).toBe('geen gegevens')
  })

  test('addresses are shortened for the navigation and the menu', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(words(<Address address={address} form="short" />)).toBe('0x5290…9EE7')
    expect(words(<Address address={address} form="menu" />)).toBe('0x52908400098527…E4169EE7')
    expect(words(<Address address={address} />)).toBe(address)
  })

  test('other languages have their own words and numbers', () => {
    expect(words(<HashRate hashrateThs={null} />, romanian)).toBe('fără date')
    expect(words(<Euro cents={123_450} />, romanian)).toBe('1.234,50 EUR')
  })
})

test('a status is a word beside its shape', () => {
  for (const [status, word] of [
    ['online', 'Online'],
    ['stale', 'Verouderd'],
    ['offline', 'Offline'],
    ['unreported', 'Nog niet gemeten'],
    ['sleeping', 'Slaapt'],
    ['fault', 'Storing'],
  ] as const) {
    expect(words(<StatusBadge status={status} />)).toBe(word)
  }
})

test('counts take the plural form of the language', () => {
  const days = (count: number) => romanian.t('age.days', { count })
  expect([days(1), days(2), days(19), days(20), days(101)]).toEqual([
    'acum 1 zi',
    'acum 2 zile',
    'acum 19 zile',
    'acum 20 de zile',
    'acum 101 zile',
  ])
})

test('an unknown key is shown as itself', () => {
  expect(dutch.t('no.such.key' as 'loading')).toBe('no.such.key')
})
