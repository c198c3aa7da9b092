import { readFileSync } from 'node:fs'
import { languages } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/desk-settings.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/desk-settings.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/desk-settings.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/desk-settings.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { settingsMarkdown, settingsTable } from './settings-table.ts'

test('the runbook lists every setting with the default and meaning that the server uses', () => {
  const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8')
  const table = /\| Setting \| Default \| Meaning \|\n(?:\|.*\n?)+/.exec(runbook)?.[0].trimEnd()
  expect(table).toBe(settingsMarkdown())
})

test('every setting says what it means', () => {
  for (const { setting, meaning } of settingsTable({})) expect(meaning, setting).not.toBe('')
})

describe('what the desk says of a setting', () => {
  const texts: Record<string, Record<string, string>> = { de, en, nl, ro }
  const settings = settingsTable({})

  test.each([...languages])('is there for every setting, and for none that is gone: %s', (language) => {
    expect(Object.keys(texts[language] ?? {})).toEqual(settings.map(({ setting }) => setting))
  })

  test('is in English what the server says, but for its non-breaking spaces', () => {
    for (const { setting, meaning } of settings)
      expect(texts.en?.[setting]?.replaceAll('\u00a0', ' '), setting).toBe(meaning)
  })

  test.each([...languages])('keeps numbers, names and examples: %s', (language) => {
    const exact = /`[^`]+`|https?:\/\/[^\s,;]+|[A-Z]+(?:_[A-Z]+)+|\w+=[\w<>]+|\d+/g
    for (const [setting, text] of Object.entries(en))
      for (const [part] of text.matchAll(exact)) expect(texts[language]?.[setting], setting).toContain(part)
  })
})

const table = (environment: Record<string, string>, stored?: Record<string, string>) => {
  const rows = settingsTable(environment, stored)
  return (setting: string) => rows.find((row) => row.setting === setting)
}

test('a secret shows where it comes from and not what it is, neither does an address that may hold one', () => {
  const environment = {
    SECRET_KEY: 'the secret itself, 32 characters',
    METRICS_TOKEN: 'the secret itself',
    DATABASE_URL: 'postgresql://shop:the-secret-itself@localhost/shop',
    SMTP_URL: 'smtps://user:the-secret-itself@mail.example:465',
    MAIL_FROM: 'noreply@rederij.nl',
    PROVIDER_EMAIL: 'info@rederij.nl',
    BITCOIN_RPC_URL: 'http://user:the-secret-itself@localhost:8332',
    ETH_RPC_URL: 'https://rpc.example/the-secret-itself',
    PRICE_SOURCES: 'https://prices.example/?key=the-secret-itself',
    BITCOIN_XPUB: 'the secret itself',
  }
  expect(JSON.stringify(settingsTable(environment))).not.toMatch(/the.secret.itself/)
  const row = table(environment)
  for (const setting of ['SECRET_KEY', 'DATABASE_URL', 'PRICE_SOURCES'])
    expect(row(setting)).toMatchObject({ value: null, source: 'environment', isSecret: true, isSet: true })
  expect(row('MAIL_FROM')).toMatchObject({ value: 'noreply@rederij.nl', isSecret: false })
  expect(table({})('SECRET_KEY')).toMatchObject({ value: null, isSecret: true, isSet: false, default: '' })
})

test('every setting whose name sounds like a secret is one', () => {
  const sounds = /KEY|TOKEN|SECRET|PASSWORD|XPUB/
  const shown = settingsTable({}).filter(({ setting, isSecret }) => sounds.test(setting) && !isSecret)
  // Tokens of chains are coins.
  expect(shown.map(({ setting }) => setting)).toEqual(['EVM_TOKENS'])
})

test('an example says so until it is set', () => {
  const row = table({ COMPANY_NAME: 'Rederij B.V.' })
  expect(row('COMPANY_NAME')).toMatchObject({ value: 'Rederij B.V.', isExample: false, isSet: true })
  for (const setting of ['COMPANY_VAT_ID', 'COMPANY_IBAN', 'COMPANY_WHATSAPP'])
    expect(row(setting)).toMatchObject({ value: expect.any(String), isExample: true, isSet: false })
  expect(row('COMPANY_BIC')).toMatchObject({ value: null, isExample: false, isSet: false })
})

test('what the database says wins over the environment, and that over the default', () => {
  expect(table({})('ORDERS_ENABLED')).toMatchObject({ value: 'false', source: 'default' })
  expect(table({ PORT: '' })('PORT')).toMatchObject({ value: '3000', source: 'default' })
  expect(table({ PRICE_SOURCES: '' })('PRICE_SOURCES')).toMatchObject({ value: null, source: 'environment' })
  const environment = { ORDERS_ENABLED: 'true' }
  expect(table(environment)('ORDERS_ENABLED')).toMatchObject({ value: 'true', source: 'environment' })
  expect(table(environment, { ORDERS_ENABLED: 'false' })('ORDERS_ENABLED')).toMatchObject({
    value: 'false',
    source: 'database',
  })
})
