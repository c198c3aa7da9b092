import type { DataSheet } from './data-sheet.ts'

/**
 * The products of docs/product.md 1.2 as the catalogue starts out; the database rules from then on. `{product}` is the brand and
 * `{slug}` its spelling in addresses. Prices include VAT (setting). To add one: add it here; servers take over what they do not have.
 */
export type SeedProduct = {
  id: string
  name: string
  subtitle: string
  category: 'box' | 'solo' | 'test'
  algorithm: string
  hashrate: string
  hashrateThs: number
  powerConsumption: string
  powerKw: number
  /** Miners in one box (as in its pictures), and what each does; null where no figure is published. */
  unitsPerBox: number
  unitHashrateThs: number | null
  unitPowerWatts: number | null
  cooling: 'hydro' | null
  priceCents: number
  originalPriceCents: number | null
  warrantyMonths: number
  minGeneratorKw: number
  images: { primary: string; secondary: string | null; alt: string }
  translationKey: string
  route: string
  colorScheme: { primary: string; secondary: string; accent: string }
  comingSoon: boolean
  devOnly: boolean
  sheet: DataSheet
}

const sha256 = 'SHA256 (BTC/BCH/BSV)'
const box = {
  category: 'box',
  algorithm: sha256,
  unitPowerWatts: null,
  originalPriceCents: null,
  warrantyMonths: 24,
  minGeneratorKw: 50,
  comingSoon: false,
  devOnly: false,
  sheet: { noiseDb: { value: 50, source: 'docs/product.md 9.1' } },
} as const satisfies Partial<SeedProduct>
const image = (name: string) => `/images/products/${name}.webp`

/** In the order they are shown. */
export const seedProducts: readonly SeedProduct[] = [
  {
    ...box,
    id: 'sm19',
    name: '{product} 19',
    subtitle: '771 Th/s on about 25 kW of spare generator power',
    hashrate: '771 Th/s',
    hashrateThs: 771,
    powerConsumption: '~25 kW',
    powerKw: 25,
    unitsPerBox: 3,
    unitHashrateThs: null,
    cooling: null,
    priceCents: 1_750_000,
    originalPriceCents: 1_999_900,
    images: { primary: image('sm19a'), secondary: image('sm19b'), alt: 'Cabinet of the {product} 19' },
    translationKey: 'sm19',
    route: '/{slug}-19',
    colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#ffdd8a' },
  },
  {
    ...box,
    id: 'sm21',
    name: '{product} 21',
    subtitle: 'Hydro-cooled, 1419 Th/s on about 25 kW',
    hashrate: '1419 Th/s',
    hashrateThs: 1419,
    powerConsumption: '~25 kW',
    powerKw: 25,
    unitsPerBox: 3,
    unitHashrateThs: null,
    cooling: 'hydro',
    priceCents: 4_250_000,
    images: { primary: image('sm21a'), secondary: image('sm21b'), alt: 'Cabinet of the {product} 21' },
    translationKey: 'sm21',
    route: '/{slug}-21',
    colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#5cd6cf' },
  },
  {
    ...box,
    id: 'sm23',
    name: '{product} 23',
    subtitle: 'Hydro-cooled, 3480 Th/s on about 50 kW, our largest',
    hashrate: '3480 Th/s',
    hashrateThs: 3480,
    powerConsumption: '~50 kW',
    powerKw: 50,
    unitsPerBox: 6,
    unitHashrateThs: 580,
    unitPowerWatts: 5510,
    cooling: 'hydro',
    priceCents: 8_700_000,
    images: { primary: image('sm23a'), secondary: image('sm23b'), alt: 'Double cabinet of the {product} 23' },
    translationKey: 'sm23',
    route: '/{slug}-23',
    colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#6ba8ff' },
    comingSoon: true,
  },
  {
    id: 'lottery',
    name: 'Lottery Miner',
    subtitle: 'Compact solo mining at 12 V, 2.4 Th/s on about 120 W',
    category: 'solo',
    algorithm: sha256,
    hashrate: '2.4 Th/s',
    hashrateThs: 2.4,
    powerConsumption: '~120 W (12 V DC)',
    powerKw: 0.12,
    unitsPerBox: 1,
    unitHashrateThs: 2.4,
    unitPowerWatts: 120,
    cooling: null,
    priceCents: 25_000,
    originalPriceCents: null,
    warrantyMonths: 6,
    minGeneratorKw: 0,
    images: { primary: image('lota'), secondary: image('lotb'), alt: 'The Lottery Miner' },
    translationKey: 'lottery',
    route: '/lottery-miner',
    colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#c9a3ff' },
    comingSoon: false,
    devOnly: false,
    sheet: {
      supply: { value: 'direct-current', source: 'docs/product.md 1.2' },
      voltageVolts: { value: 12, source: 'docs/product.md 1.2' },
    },
  },
  {
    id: 'payment-test',
    name: 'Payment test product',
    subtitle: 'For trying the payment, delivers nothing',
    category: 'test',
    algorithm: sha256,
    hashrate: '0 Th/s',
    hashrateThs: 0,
    powerConsumption: '0 W',
    powerKw: 0,
    unitsPerBox: 1,
    unitHashrateThs: null,
    unitPowerWatts: null,
    cooling: null,
    priceCents: 100,
    originalPriceCents: null,
    warrantyMonths: 0,
    minGeneratorKw: 0,
    images: { primary: image('lota'), secondary: null, alt: 'Payment test product' },
    translationKey: 'payment-test',
    route: '/payment-test-product',
    colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#9aacb6' },
    comingSoon: false,
    devOnly: true,
    sheet: {},
  },
]
