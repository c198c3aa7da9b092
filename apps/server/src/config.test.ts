import { parseIban } from '@shipminer/domain/payments/iban'
import { describe, expect, test } from 'vitest'
import { ConfigError, exampleSettings, parseConfig } from './config.ts'

const mail = {
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
  PROVIDER_EMAIL: 'desk@shipminer.example',
}

describe('mail', () => {
  test('with everything it needs, or with nothing', () => {
    expect(parseConfig(mail)).toMatchObject(mail)
    expect(parseConfig({}).SMTP_URL).toBeUndefined()
    expect(parseConfig({ SMTP_URL: '', PROVIDER_EMAIL: '' }).SMTP_URL).toBeUndefined()
  })
  test.each([
    [{ SMTP_URL: mail.SMTP_URL }, 'MAIL_FROM'],
    [{ ...mail, PROVIDER_EMAIL: '' }, 'PROVIDER_EMAIL'],
    [{ ...mail, SMTP_URL: 'http://mail.example.org' }, 'SMTP_URL'],
    [{ ...mail, SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
    [{ ...mail, MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ ...mail, MAIL_FROM: 'A\r\nBcc: x@y.nl <a@b.nl>' }, 'MAIL_FROM'],
    [{ ...mail, PROVIDER_EMAIL: 'desk' }, 'PROVIDER_EMAIL'],
  ])('%j names %s', (environment, setting) => {
    expect(() => parseConfig(environment)).toThrow(ConfigError)
    expect(() => parseConfig(environment)).toThrow(setting)
  })
})

describe('company details', () => {
  test('are marked examples until they are set', () => {
    const config = parseConfig({ COMPANY_KVK: ' 12345678 ', COMPANY_NAME: '' })
    expect(config.company.kvk).toEqual({ value: '12345678', example: false })
    expect(config.company.name.example).toBe(true)
    expect(exampleSettings(config)).toEqual([
      'COMPANY_NAME',
      'COMPANY_ADDRESS',
      'COMPANY_EMAIL',
      'COMPANY_PHONE',
      'COMPANY_WHATSAPP',
      'COMPANY_VAT_ID',
      'COMPANY_IBAN',
    ])
  })
})

describe('the bank account', () => {
  test('is a marked example with valid check digits until it is set', () => {
    const { bank } = parseConfig({})
    expect(bank).toMatchObject({ example: true, bic: null })
    expect(parseIban(bank.iban)).toBe(bank.iban)
    expect(
      parseConfig({
        COMPANY_IBAN: 'nl91 abna 0417 1643 00',
        COMPANY_BIC: 'ABNANL2A',
        COMPANY_NAME: 'Wal B.V.',
      }).bank,
    ).toEqual({ iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', accountName: 'Wal B.V.', example: false })
  })
  test.each([{ COMPANY_IBAN: 'NL92ABNA0417164300' }, { COMPANY_BIC: 'BANK' }])(
    '%j is refused',
    (environment) => {
      expect(() => parseConfig(environment)).toThrow(Object.keys(environment)[0])
    },
  )
})

test('every wrong setting is in one list', () => {
  const environment = { PORT: 'x', PROVIDER_LANGUAGE: 'fr', ORDERS_ENABLED: 'maybe', VAT_PERCENT: '21.5' }
  for (const setting of Object.keys(environment)) expect(() => parseConfig(environment)).toThrow(setting)
})
