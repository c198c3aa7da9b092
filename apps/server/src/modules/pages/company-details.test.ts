import { expect, test } from 'vitest'
import { companyDetails } from './company-details.ts'

const detail = (value: string, example = false) => ({ value, example })
const company = {
  name: detail('Müller & <b>"Söhne"</b>'),
  address: detail('Kade 1', true),
  phone: detail('+31 (0)10 123', true),
  email: detail('a@b.nl'),
  kvk: detail('1'),
  vatId: detail('NL1'),
}

test('fills texts, attributes and data, each by its own rules', () => {
  const { fill } = companyDetails(company)
  expect(fill('<p data-example="__EXAMPLE_name__">__COMPANY_name__</p>')).toBe(
    '<p data-example="false">Müller &amp; &lt;b&gt;&quot;Söhne&quot;&lt;/b&gt;</p>',
  )
  expect(fill('__EXAMPLE_address__ tel:__COMPANY_phoneLink__')).toBe('true tel:+31010123')
  const data = fill('{"name":"__COMPANY_JSON_name__"}')
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual({ name: company.name.value })
  expect(fill('__COMPANY_other__')).toBe('__COMPANY_other__')
})

test('leaves what is only an example out of the data for search engines', () => {
  const fields = ['name', 'address', 'phone', 'email'].map(
    (field) => `,"${field}":"__COMPANY_JSON_${field}__"`,
  )
  const data = JSON.parse(companyDetails(company).fill(`{"@type":"Organization"${fields.join('')}}`))
  expect(data).toEqual({ '@type': 'Organization', name: company.name.value, email: 'a@b.nl' })
})

test('tells the page the same', () => {
  const content = /content="(.*)"/.exec(companyDetails(company).head)?.[1] ?? ''
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(text)).toMatchObject({
    name: [company.name.value, false],
    phoneLink: ['+31010123', true],
  })
})
