import { describe, expect, test } from 'vitest'
import { acceptedLanguages, pickLanguage } from './languages.ts'

describe('pickLanguage', () => {
  test.each([
    [{}, 'nl'],
    [{ acceptLanguage: '' }, 'nl'],
    [{ acceptLanguage: 'fr-FR,fr;q=0.9' }, 'nl'],
    [{ acceptLanguage: 'fr, de-CH;q=0.8, en;q=0.5' }, 'de'],
    [{ acceptLanguage: 'en;q=0.2, ro;q=0.9' }, 'ro'],
    [{ acceptLanguage: 'de;q=0, en' }, 'en'],
    [{ cookie: 'ro', acceptLanguage: 'de' }, 'ro'],
    [{ cookie: 'xx', acceptLanguage: 'de' }, 'de'],
    [{ query: 'en', cookie: 'ro', acceptLanguage: 'de' }, 'en'],
    [{ query: ['en'], cookie: 'ro' }, 'ro'],
    [{ query: '__proto__', cookie: 'toString' }, 'nl'],
  ])('%o gives %s', (wish, language) => {
    expect(pickLanguage(wish)).toBe(language)
  })

  test('a broken header is no wish', () => {
    expect(acceptedLanguages(';;;,,q=1,;q=zz')).toEqual(['q=1'])
    expect(pickLanguage({ acceptLanguage: '*;q=0.5,,;' })).toBe('nl')
  })
})
