/** What the foot of every page says of the company, by the names of `GET /site`. `phoneLink` is the number as a telephone takes it. */
export const companyFields = ['name', 'address', 'phone', 'phoneLink', 'email', 'kvk', 'vatId'] as const
export type CompanyField = (typeof companyFields)[number]

/** `isExample`: not set yet, so it is not real and is marked. A text, because it becomes an attribute. */
export type CompanyDetail = { value: string; isExample: 'true' | 'false' | string }
export type Company = Readonly<Record<CompanyField, CompanyDetail>>

const metaName = 'shipminer-company'

/** Words that a server replaces in every document when it loads it. */
export const companyPlaceholder = (field: CompanyField) => `__COMPANY_${field}__`
/** The same inside JSON. */
export const companyJsonPlaceholder = (field: CompanyField) => `__COMPANY_JSON_${field}__`
export const examplePlaceholder = (field: CompanyField) => `__EXAMPLE_${field}__`

const placeholders = Object.fromEntries(
  companyFields.map((field) => [
    field,
    { value: companyPlaceholder(field), isExample: examplePlaceholder(field) },
  ]),
) as Company

let known: Company | null | undefined

/**
 * The details of the company that the server put into the page; placeholders while the page is built; null where no server did, as in
 * development.
 */
export function companyOfPage(): Company | null {
  if (typeof document === 'undefined') return placeholders
  known ??= parseCompany(document.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content)
  return known
}

/** Reads `{"name":["Ship BV",true],…}`: each detail with whether it is an example; null for anything else. */
export function parseCompany(text: string | undefined): Company | null {
  let found: unknown
  try {
    found = JSON.parse(text ?? '')
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const rows = found as Record<string, unknown>
  const details: [CompanyField, CompanyDetail][] = []
  for (const field of companyFields) {
    const row = rows[field]
    if (!Array.isArray(row) || typeof row[0] !== 'string') return null
    details.push([field, { value: row[0], isExample: row[1] === true ? 'true' : 'false' }])
  }
  return Object.fromEntries(details) as Company
}
