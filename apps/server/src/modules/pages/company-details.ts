import { escapeMarkup } from '@shipminer/domain/xml-text'

/** Company details as the pages show them at their foot. `example`: not set yet. */
export type ShownCompany = Record<
  'name' | 'address' | 'phone' | 'email' | 'kvk' | 'vatId',
  { value: string; example: boolean }
>

/**
 * Puts the company into the pages: `fill` replaces the words that the web build left in their HTML and in their data for search engines;
 * those that are only examples are left out of the latter. `head` is an element with the same data for the page's own code.
 */
export function companyDetails(company: ShownCompany): { fill: (html: string) => string; head: string } {
  const phoneLink = { ...company.phone, value: company.phone.value.replaceAll(/[^\d+]/g, '') }
  const details = new Map(Object.entries({ ...company, phoneLink }))
  const sent = JSON.stringify(
    Object.fromEntries([...details].map(([field, { value, example }]) => [field, [value, example]])),
  )
  return {
    head: `<meta name="shipminer-company" content="${escapeMarkup(sent)}">`,
    fill: (html) =>
      withoutExampleData(html, details).replaceAll(
        /__(COMPANY_JSON|COMPANY|EXAMPLE)_([a-zA-Z]+?)__/g,
        (word, kind: string, field: string) => {
          const detail = details.get(field)
          if (!detail) return word
          if (kind === 'EXAMPLE') return String(detail.example)
          return kind === 'COMPANY' ? escapeMarkup(detail.value) : escapeJson(detail.value)
        },
      ),
  }
}

/** Search engines get no details that are only examples: their properties are left out. */
function withoutExampleData(html: string, details: ReadonlyMap<string, { example: boolean }>): string {
  return html.replaceAll(/,"\w+":"__COMPANY_JSON_([a-zA-Z]+?)__"/g, (property, field: string) =>
    details.get(field)?.example ? '' : property,
  )
}

/** For the inside of a JSON string that stands in HTML. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
}
