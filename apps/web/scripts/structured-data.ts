import { type SeedProduct, seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Language } from '@shipminer/i18n/languages'
import type { CompanyField } from '../src/lib/company.ts'

/** What search engines read of a page, as schema.org names it. */
type Thing = { '@type': string; [property: string]: unknown }

export type DescribedPage = {
  name: string
  path: string
  language: Language
  title: string
  description: string
  /** HTML of the page; questions and answers are taken from it. */
  body: string
}

type Site = {
  productName: string
  /** Address of a path in a language, absolute. */
  address: (path: string, language: Language) => string
  /** Address of a file, absolute. */
  file: (path: string) => string
  /** Word that the server replaces with a company detail. */
  company: (field: CompanyField) => string
  words: { home: string; products: string; hashrate: string; power: string }
}

/** Structured data of a page; null where there is nothing to say. */
export function structuredData(page: DescribedPage, site: Site): string | null {
  const things = thingsOf(page, site)
  if (things.length === 0) return null
  const [first] = things
  const data = things.length === 1 ? first : { '@graph': things }
  // A closing tag inside a text must not end the element.
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  const product = seedProducts.find(({ id }) => page.name === `product-${id}`)
  return product
    ? text.replace(
        offer,
        (found) => `__LATER_${product.id}____ELSE_${product.id}__${found}__END_${product.id}__`,
      )
    : text
}

/** The offer of a product with the comma before it; its price is one object deeper. */
const offer = /,"offers":\{[^{}]*\{[^{}]*\}\}/

function thingsOf(page: DescribedPage, site: Site): Thing[] {
  if (page.name === 'home') return [organization(site)]
  const product = seedProducts.find(({ id }) => page.name === `product-${id}`)
  if (product && !product.devOnly)
    return [productThing(product, page, site), breadcrumbs(product, page, site)]
  if (page.name === 'faq') return questionsOf(page.body)
  return []
}

function organization(site: Site): Thing {
  return {
    '@type': 'Organization',
    name: site.company('name'),
    brand: site.productName,
    url: site.file('/'),
    logo: site.file('/icon-512.png'),
    email: site.company('email'),
    telephone: site.company('phone'),
    address: site.company('address'),
    vatID: site.company('vatId'),
  }
}

/** With an offer, which the server leaves out for what cannot be bought yet. */
function productThing(product: SeedProduct, page: DescribedPage, site: Site): Thing {
  const figure = (name: string, value: number, unitText: string) => ({
    '@type': 'PropertyValue',
    name,
    value,
    unitText,
  })
  return {
    '@type': 'Product',
    name: withBrand(product.name, site.productName),
    sku: product.id,
    description: page.description,
    image: site.file(product.images.primary),
    brand: { '@type': 'Brand', name: site.productName },
    additionalProperty: [
      figure(site.words.hashrate, product.hashrateThs, 'TH/s'),
      figure(site.words.power, product.powerKw, 'kW'),
    ],
    offers: {
      '@type': 'Offer',
      // The server puts what is true now in place of the marks.
      price: `__OFFER_${product.id}__`,
      priceCurrency: 'EUR',
      availability: `https://schema.org/__AVAILABILITY_${product.id}__`,
      url: site.address(page.path, page.language),
      priceSpecification: {
        '@type': 'PriceSpecification',
        price: `__OFFER_${product.id}__`,
        priceCurrency: 'EUR',
        valueAddedTaxIncluded: true,
      },
    },
  }
}

function breadcrumbs(product: SeedProduct, page: DescribedPage, site: Site): Thing {
  const items: [string, string | null][] = [
    [site.words.home, site.address('/', page.language)],
    [withBrand(product.name, site.productName), null],
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(([name, item], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(item === null ? {} : { item }),
    })),
  }
}

/** Every question of the page with its answer as text, read from its own accordions. */
export function questionsOf(body: string): Thing[] {
  const found = [...body.matchAll(/<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs)]
  if (found.length === 0) return []
  return [
    {
      '@type': 'FAQPage',
      mainEntity: found.map(([, question = '', answer = '']) => ({
        '@type': 'Question',
        name: textOf(question),
        acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
      })),
    },
  ]
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  nbsp: '\u00a0',
}

/** Text of a piece of HTML as React writes it. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#x27|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
