import { parseIban } from '@shipminer/domain/payments/bank/iban'
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
  const environment = {
    PORT: 'x',
    PROVIDER_LANGUAGE: 'fr',
    ORDERS_ENABLED: 'maybe',
    VAT_PERCENT: '21.5',
    DATABASE_POOL_SIZE: '1',
  }
  for (const setting of Object.keys(environment)) expect(() => parseConfig(environment)).toThrow(setting)
})

describe('what is for tests', () => {
  const tests = ['DEMO', 'AUTH_TEST', 'PAYMENT_TEST', 'WEBHOOK_ALLOW_LOOPBACK']
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://ships.rederij.nl',
    DATABASE_URL: 'postgresql://shop:secret@db-1/shop',
    SMTP_URL: 'smtps://user:secret@mail.rederij.nl:465',
    BITCOIN_XPUB: 'xpub…',
    EVM_CHAINS: '137=https://rpc.example',
    COMPANY_IBAN: 'NL91ABNA0417164300',
    COMPANY_KVK: '12345678',
    COMPANY_VAT_ID: 'NL123456789B01',
    BOOKS_DATEV: '1001/1',
  }
  const addresses = { MAIL_FROM: mail.MAIL_FROM, PROVIDER_EMAIL: mail.PROVIDER_EMAIL }

  test.each(Object.entries(production))('is refused beside %s=%s', (name, value) => {
    const sign = name === 'NODE_ENV' ? 'in production' : `beside settings of production: ${name}`
    for (const setting of tests)
      expect(() => parseConfig({ ...addresses, [name]: value, [setting]: 'true' })).toThrow(
        `${setting}: refused ${sign}`,
      )
    expect(() => parseConfig({ ...addresses, [name]: value })).not.toThrow()
  })

  test('every setting of production is said', () => {
    const { NODE_ENV, ...rest } = production
    const { PUBLIC_URL, ...others } = rest
    expect(() => parseConfig({ ...addresses, ...rest, DEMO: 'true' })).toThrow(Object.keys(rest).join(', '))
    expect(() => parseConfig({ ...addresses, ...others, PUBLIC_URL: 'http://10.0.0.2', DEMO: '1' })).toThrow(
      Object.keys(others).join(', '),
    )
  })

  test.each([
    { PUBLIC_URL: 'https://localhost:3000' },
    { PUBLIC_URL: 'https://shipminer.example' },
    { PUBLIC_URL: 'http://192.168.1.5:3000' },
    { DATABASE_URL: 'postgresql://postgres@127.0.0.1:5433/test' },
    { DATABASE_URL: 'postgresql:///shop?host=/run/postgresql' },
    { ...addresses, SMTP_URL: 'smtp://localhost:2525' },
    { BITCOIN_XPUB: 'tpub…', BITCOIN_NETWORK: 'regtest' },
    { EVM_CHAINS: '31337=http://127.0.0.1:8545' },
  ])('works with %j', (environment) => {
    expect(parseConfig({ ...environment, DEMO: 'true', PAYMENT_TEST: 'true' }).PAYMENT_TEST).toBe(true)
  })
})
