import type { SheetValues } from '@shipminer/domain/catalogue/data-sheet'
import { type Language, languages } from '@shipminer/i18n/languages'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { renderDataSheet } from './data-sheet-pdf.ts'

const detail = (value: string, example = false) => ({ value, example })
const company = {
  name: detail('Waal Scheepvaart B.V.'),
  email: detail('info@waal.example'),
  phone: detail('+31 24 000 00 00'),
}
const known: SheetValues = {
  widthMm: 1_200,
  heightMm: 1_800,
  depthMm: 600,
  weightKg: 420,
  supply: 'three-phase',
  voltageVolts: 400,
  powerFactor: 0.95,
  noiseDb: 50,
  waterInCelsius: 30,
  waterOutCelsius: 40,
  protection: 'IP54',
  ambientMinCelsius: -10,
  ambientMaxCelsius: 45,
  connectors: 'CEE 63 A, 5p',
  standards: 'EN 61000-6-2',
  standardsPending: 'EN 60204-1',
}

async function print(language: Language, sheet: SheetValues, name = company.name) {
  const product = {
    name: 'Shipminer 21',
    hashrateThs: 1419,
    powerWatts: 25_000,
    unitsPerBox: 3,
    cooling: 'hydro',
    minGeneratorWatts: 50_000,
    version: 4,
    changedAt: new Date('2026-11-23T09:00Z'),
    sheet,
  } as const
  const context = { productName: 'Shipminer', company: { ...company, name } }
  const pdf = await getDocumentProxy(await renderDataSheet(product, language, context))
  const { text } = await extractText(pdf, { mergePages: true })
  return { pages: pdf.numPages, text: text.replaceAll(/[\u00a0\u202f]/g, ' ') }
}

test.each(languages)('in %s everything that is known stands on one page', async (language) => {
  const { pages, text } = await print(language, known)
  expect(pages).toBe(1)
  for (const part of ['38 A', '35,8 l/min', '1.200 × 1.800 × 600 mm', 'IP54', 'EN 60204-1', '+31 24 000'])
    expect(text).toContain(
      language === 'en' ? part.replaceAll(/(?<=\d)[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : part,
    )
  expect(text).not.toMatch(/undefined|\{\{|sheet\./)
})

test('it says what is computed and what nobody has confirmed', async () => {
  const { text } = await print('en', known)
  expect(text).toContain('computed from power, voltage and power factor')
  expect(text).toMatch(/Standards, to be confirmed\s+EN 60204-1/)
  expect(text).toContain('Version 4 of 23 November 2026')
})

test('what nobody knows is left out, and an example company is marked', async () => {
  const { text } = await print('en', {}, detail('Voorbeeld B.V.', true))
  expect(text).not.toMatch(/Weight|Current|Ambient|Standards|dB/)
  expect(text).toContain('EXAMPLE')
})
