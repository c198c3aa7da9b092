import type { VatCase } from '@shipminer/domain/orders/vat/vat-case'
import type { Language } from '@shipminer/i18n/languages'

/** What a document or mail has to say of the treatment of its VAT: the words of the law in each language, and its articles. */
type VatWords = Readonly<Record<Language, readonly string[]>>

const directive: VatWords = {
  nl: ['btw-richtlijn 2006/112/EG'],
  en: ['VAT Directive 2006/112/EC'],
  de: ['MwSt-Richtlinie 2006/112/EG'],
  ro: ['Directiva TVA 2006/112/CE'],
}

export const vatWords: Readonly<Record<VatCase, VatWords>> = {
  fitted: {
    nl: ['artikel 36', 'aan boord wordt ingebouwd: Nederland'],
    en: ['article 36', 'fitted on board: Netherlands'],
    de: ['Artikel 36', 'an Bord eingebaut wird: Niederlande'],
    ro: ['articolul 36', 'montată la bord: Țările de Jos'],
  },
  sent: {
    nl: ['artikel 32', 'waar het vervoer begint: Nederland'],
    en: ['article 32', 'where the transport begins: Netherlands'],
    de: ['Artikel 32', 'wo die Beförderung beginnt: Niederlande'],
    ro: ['articolul 32', 'unde începe transportul: Țările de Jos'],
  },
  'sent-afar': {
    nl: ['artikelen 32 en 59 quater', 'Afstandsverkoop', 'vervoer begint, Nederland'],
    en: ['articles 32 and 59c', 'Sold at a distance', 'transport begins, Netherlands'],
    de: ['Artikel 32 und 59c', 'Fernverkauf', 'Beförderung beginnt, Niederlande'],
    ro: ['articolele 32 și 59c', 'Vânzare la distanță', 'începe transportul, Țările de Jos'],
  },
  'reverse-charge': {
    nl: ['artikelen 36 en 194', 'Btw verlegd', 'reverse charge', 'ingebouwd in Roemenië', 'RO18547290'],
    en: ['articles 36 and 194', 'Reverse charge', 'fitted in Romania', 'RO18547290'],
    de: [
      'Artikel 36 und 194',
      'Steuerschuldnerschaft des Leistungsempfängers',
      'reverse charge',
      'Einbauort Rumänien',
      'RO18547290',
    ],
    ro: ['articolele 36 și 194', 'Taxare inversă', 'reverse charge', 'montată în România', 'RO18547290'],
  },
  local: {
    nl: ['artikel 36', 'ingebouwd: Duitsland, 19\u00a0%'],
    en: ['article 36', 'fitted on board: Germany, 19\u00a0%'],
    de: ['Artikel 36', 'eingebaut wird: Deutschland, 19\u00a0%'],
    ro: ['articolul 36', 'montată la bord: Germania, 19\u00a0%'],
  },
  'intra-community': {
    nl: ['artikel 138', 'Intracommunautaire levering, 0\u00a0% btw', 'RO18547290'],
    en: ['article 138', 'Exempt intra-Community supply', 'RO18547290'],
    de: ['Artikel 138', 'Steuerfreie innergemeinschaftliche Lieferung', 'RO18547290'],
    ro: ['articolul 138', 'Livrare intracomunitară scutită de TVA', 'RO18547290'],
  },
  distance: {
    nl: ['artikel 33', 'Afstandsverkoop', 'vervoer eindigt, Duitsland, 19\u00a0%'],
    en: ['article 33', 'Sold at a distance', 'transport ends, Germany, 19\u00a0%'],
    de: ['Artikel 33', 'Fernverkauf', 'Beförderung endet, Deutschland, 19\u00a0%'],
    ro: ['articolul 33', 'Vânzare la distanță', 'se încheie transportul, Germania, 19\u00a0%'],
  },
  export: {
    nl: ['artikel 146', 'Uitvoer uit de Europese Unie, 0\u00a0% btw'],
    en: ['article 146', 'Exempt export'],
    de: ['Artikel 146', 'Steuerfreie Ausfuhrlieferung'],
    ro: ['articolul 146', 'Export în afara Uniunii Europene, scutit de TVA'],
  },
}

/** How a sale with each treatment is stored. */
export const taxedAs: Readonly<
  Record<VatCase, { fittedIn: string | null; vatCountry: string | null; vatPercent: number }>
> = {
  fitted: { fittedIn: 'NL', vatCountry: null, vatPercent: 21 },
  sent: { fittedIn: null, vatCountry: null, vatPercent: 21 },
  'sent-afar': { fittedIn: null, vatCountry: null, vatPercent: 21 },
  'reverse-charge': { fittedIn: 'RO', vatCountry: 'RO', vatPercent: 0 },
  local: { fittedIn: 'DE', vatCountry: 'DE', vatPercent: 19 },
  'intra-community': { fittedIn: null, vatCountry: null, vatPercent: 0 },
  distance: { fittedIn: null, vatCountry: 'DE', vatPercent: 19 },
  export: { fittedIn: null, vatCountry: null, vatPercent: 0 },
}

/** All that has to be said. */
export const wordsOf = (vatCase: VatCase, language: Language): string[] => [
  ...vatWords[vatCase][language],
  ...directive[language],
  ...(vatCase === 'reverse-charge' ? ['art. 307 alin. (6) Cod fiscal'] : []),
]

/** What is said of paying at delivery: the ways there are, and that the law forbids cash of EUR 3,000 or more. */
export const atDelivery: VatWords = {
  nl: ['pas', 'directe overboeking', 'Contant vanaf €\u00a03.000 is bij wet verboden.'],
  en: ['card', 'instant transfer', 'The law forbids cash from €3,000.'],
  de: ['Karte', 'Echtzeitüberweisung', 'Barzahlung ab 3.000\u00a0€ ist gesetzlich verboten.'],
  ro: ['cardul', 'transfer instant', 'Legea interzice plata în numerar de la 3.000\u00a0€ în sus.'],
}
