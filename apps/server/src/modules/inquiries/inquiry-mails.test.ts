import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import {
  confirmationMail,
  type MailContext,
  providerMail,
  type RenderedMail,
  type StoredInquiry,
} from './inquiry-mails.ts'

const box = (id: string, name: string, powerKw: number, hashrateThs: number, anyGenerator = false) => ({
  id,
  name,
  powerKw,
  hashrateThs,
  anyGenerator,
  comingSoon: id === 'sm23',
})
const sm23 = box('sm23', 'Shipminer 23', 50, 3480)
const context: MailContext = {
  productName: 'Shipminer',
  publicUrl: 'https://shipminer.example',
  company: { name: 'Rederij B.V.', address: 'Kade 1, Rotterdam', kvk: '12345678', vatId: 'NL123456789B01' },
  product: null,
  catalogue: [box('sm21', 'Shipminer 21', 25, 1419), sm23, box('lottery', 'Lottery Miner', 0.12, 2.4, true)],
}
const inquiry: StoredInquiry = {
  kind: 'contact',
  reference: 'C-7K3QXMPA',
  name: 'Anna de Vries',
  email: 'anna@rederij.nl',
  phone: '+31 6 1234',
  language: 'nl',
  subject: 'Vraag',
  subjectKind: 'question',
  productId: null,
  message: 'Regel één\n<b>twee</b>',
  shipType: null,
  generatorCapacityKw: null,
  currentUsagePercent: null,
}
const custom = (generatorCapacityKw: number, currentUsagePercent: number): StoredInquiry => ({
  ...inquiry,
  kind: 'custom',
  subjectKind: null,
  shipType: 'tanker',
  generatorCapacityKw,
  currentUsagePercent,
})
const kinds: [string, StoredInquiry, MailContext][] = [
  ['contact', inquiry, context],
  ['notify-me', { ...inquiry, kind: 'notify-me', subjectKind: 'notify-me' }, { ...context, product: sm23 }],
  ['custom', custom(120, 40), context],
  ['custom, too small', custom(20, 40), context],
  ['custom, nothing spare', custom(100, 99), context],
  ['custom, by quote', custom(2000, 10), context],
  ['waiting-list', { ...inquiry, kind: 'waiting-list', name: null, subjectKind: null }, context],
]
const everywhere = kinds.flatMap(([name, stored, where]) =>
  languages.map((language) => [name, language, { ...stored, language }, where] as const),
)

/** No placeholder left, and no key shown instead of a text. */
function expectFinished({ subject, text, html }: RenderedMail): void {
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(/\{\{|\}\}|undefined|null|\bNaN\b/)
    expect(part).not.toMatch(/\b(fact|lead|kind|shipType|custom|contact|waiting|notify|greeting)\.[a-z]/)
  }
  expect(subject).not.toMatch(/[\r\n]/)
}

test.each(everywhere)(
  '%s in %s is whole, for the sender and for the provider',
  (_, language, stored, where) => {
    expectFinished(confirmationMail(stored, where))
    expectFinished(providerMail(stored, language, where))
  },
)

describe('the confirmation', () => {
  test('greets, promises 24 hours and names the reference', () => {
    const { subject, text } = confirmationMail(inquiry, context)
    expect(subject).toBe('We hebben uw bericht ontvangen (C-7K3QXMPA)')
    expect(text).toContain('Beste Anna de Vries,')
    expect(text).toContain('binnen 24 uur')
    expect(text).toContain('C-7K3QXMPA')
    expect(text).toContain('KvK 12345678, btw-id NL123456789B01')
  })
  test('repeats neither the message nor a name that could be an advertisement', () => {
    const { text, html } = confirmationMail({ ...inquiry, name: 'Win at evil.example' }, context)
    expect(text).toContain('Goedendag,')
    expect(text + html).not.toMatch(/evil|Regel één|twee|1234\b/)
  })
  test('leaves company details out that are still examples', () => {
    const company = { name: null, address: null, kvk: null, vatId: null }
    expect(confirmationMail(inquiry, { ...context, company }).text).not.toMatch(/KvK|Rederij/)
  })
  test('of a custom request tells what is spare and what fits, in the language of the sender', () => {
    const text = (stored: StoredInquiry) => confirmationMail(stored, context).text
    expect(text(custom(120.5, 30))).toContain('54,2\u00a0kW')
    expect(text({ ...custom(120.5, 30), language: 'en' })).toContain('54.2\u00a0kW')
    expect(text(custom(120, 30))).toMatch(/2 × Shipminer 21.*, 1 × Shipminer 23 \(binnenkort leverbaar\)/)
    expect(text(custom(120, 30))).not.toContain('Lottery')
    expect(text(custom(20, 40))).toContain('generatoren vanaf 50\u00a0kW')
    expect(text(custom(100, 99))).toContain('te weinig voor een standaardbox')
    expect(text(custom(2000, 10))).toContain('offerte op maat')
  })
})

test('the provider gets everything, escaped', () => {
  const { subject, text, html } = providerMail(custom(120, 40), 'de', context)
  expect(subject).toBe('Anfrage für eine Maßlösung von Anna de Vries (C-7K3QXMPA)')
  for (const value of ['Anna de Vries', 'anna@rederij.nl', '+31 6 1234', 'Tankschiff', '120 kW', '40 %'])
    expect(text).toContain(value)
  expect(text).toContain('Nederlands')
  expect(text).toContain('<b>twee</b>')
  expect(html).toContain('Regel één<br>&lt;b&gt;twee&lt;/b&gt;')
})
