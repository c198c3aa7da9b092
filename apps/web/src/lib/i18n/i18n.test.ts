import { type Language, languages } from '@shipminer/i18n/languages'
import { expect, test } from 'vitest'
import { createI18n } from './i18n.ts'
import { namespacesIn } from './text-groups.ts'

test.each([...languages])(
  'what is looked up is what the translator says, for every text: %s',
  async (language: Language) => {
    const i18n = await createI18n(language, ['calculator', 'shop'])
    let plain = 0
    for (const namespace of namespacesIn(['frame', 'calculator', 'shop'])) {
      const t = i18n.getFixedT(null, namespace as never) as unknown as (key: string) => string
      for (const [key, text] of Object.entries(
        i18n.getResourceBundle(language, namespace) as Record<string, string>,
      )) {
        expect(t(key), `${namespace}: ${key}`).toBe(i18n.t(key as never, { ns: namespace }))
        if (t(key) === text) plain++
      }
    }
    expect(plain).toBeGreaterThan(300)
  },
)

test('a text with something to fill in, of another namespace or that is missing goes the long way', async () => {
  const i18n = await createI18n('en', ['calculator'])
  const t = i18n.getFixedT(null, 'calculator') as unknown as (key: string, options?: object) => string
  expect(t('no.such.text')).toBe('no.such.text')
  expect(t('common:nav.home')).toBe(i18n.t('nav.home' as never, { ns: 'common' }))
  const english = t('scenarios.title')
  await i18n.changeLanguage('de')
  expect(t('scenarios.title')).not.toBe(english)
  expect(t('scenarios.title')).toBe(i18n.t('scenarios.title' as never, { ns: 'calculator' }))
})
