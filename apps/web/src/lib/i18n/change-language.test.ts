import type { i18n } from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage } from './change-language.ts'
import { createI18n } from './i18n.ts'

const page = { documentElement: { lang: 'nl' }, cookie: '' }
vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'https:' })

let translator: i18n

beforeEach(async () => {
  page.documentElement.lang = 'nl'
  page.cookie = ''
  translator = await createI18n('nl', ['entrance'])
})

test('the whole page changes where it stands, and the choice is kept', async () => {
  expect(translator.t('setup:next')).toBe('Verder')
  await expect(changeLanguage(translator, 'de')).resolves.toBe(true)
  expect(translator.language).toBe('de')
  expect(translator.t('setup:next')).toBe('Weiter')
  expect(translator.t('common:close')).not.toBe('common:close')
  expect(page).toMatchObject({ documentElement: { lang: 'de' }, cookie: expect.stringMatching(/^lang=de; /) })
  await expect(changeLanguage(translator, 'nl')).resolves.toBe(true)
  expect(translator.t('setup:next')).toBe('Verder')
})

test('texts asked for later come in the new language', async () => {
  await changeLanguage(translator, 'ro')
  await translator.loadNamespaces('person')
  expect(translator.t('person:name')).toBe('Nume')
})

test('without its texts nothing changes', async () => {
  vi.spyOn(translator, 'hasResourceBundle').mockReturnValue(false)
  await expect(changeLanguage(translator, 'de')).resolves.toBe(false)
  expect(translator.language).toBe('nl')
  expect(page).toEqual({ documentElement: { lang: 'nl' }, cookie: '' })
})
