import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { defaultLanguage, type Language, languages } from '@shipminer/i18n/languages'
import { manifestFile } from '../config/manifest-file.ts'
import { changedPrice } from '../lib/format/shown-price.ts'
import type { PageDefinition } from './pages.ts'

/** Which of the head's addresses, and which picture, belong to a page. */
type Addresses = { canonical: string; alternates: [code: string, address: string][]; picture: string | null }

/** Pages that are listed but have no picture of their own. */
const withoutPicture: ReadonlySet<string> = new Set(['terms', 'privacy'])

/** Dutch has the bare address, the other languages `?lang=`, as in the delivered pages. */
export function pageAddresses(
  origin: string,
  page: Pick<PageDefinition, 'name' | 'pattern'>,
  language: Language,
): Addresses {
  const bare = origin + page.pattern
  const address = (code: Language) => (code === defaultLanguage ? bare : `${bare}?lang=${code}`)
  return {
    canonical: address(language),
    alternates: [...languages.map((code): [string, string] => [code, address(code)]), ['x-default', bare]],
    picture: withoutPicture.has(page.name) ? null : `${origin}/assets/social/${page.name}-${language}.jpg`,
  }
}

/** Whether a product's shared picture names its price, as in its delivered page: while it costs what it cost when the site was built. */
function isPriceShown(page: string): boolean {
  const product = seedProducts.find(({ id }) => page === `product-${id}`)
  return product !== undefined && !product.comingSoon && !product.devOnly && changedPrice(product.id) === null
}

/**
 * After a change of page without a load: what the server wrote into the head for search engines and for those who share now says the
 * same of this page. Title and description are in place by then. Data about the page before go; a page's own come with its document.
 * They cannot come here: Trusted Types refuse a script element that a page writes, also one that holds nothing but data.
 */
export function updateHead(page: PageDefinition, language: Language): void {
  const { head } = document
  const remove = (selector: string) => {
    for (const element of head.querySelectorAll(selector)) element.remove()
  }
  const add = (name: 'link' | 'meta', attributes: Record<string, string>) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    head.append(element)
  }
  head
    .querySelector('link[rel="manifest"]')
    ?.setAttribute('href', `/${manifestFile(page.isWork === true, language)}`)
  remove('link[rel="canonical"], link[hreflang], meta[name="robots"], script[type="application/ld+json"]')
  remove(
    'meta[property^="og:"]:not([property="og:site_name"], [property="og:type"]), meta[property^="product:"]',
  )
  if (!page.isIndexed) {
    add('meta', { name: 'robots', content: 'noindex' })
    return
  }
  const { canonical, alternates, picture } = pageAddresses(location.origin, page, language)
  add('link', { rel: 'canonical', href: canonical })
  for (const [hreflang, href] of alternates) add('link', { rel: 'alternate', hreflang, href })
  const description = head.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? ''
  const image = picture && isPriceShown(page.name) ? picture.replace(/\.jpg$/, '-price.jpg') : picture
  const shared = { title: document.title, description, url: canonical, image }
  for (const [name, content] of Object.entries(shared)) {
    if (content !== null) add('meta', { property: `og:${name}`, content })
  }
}
