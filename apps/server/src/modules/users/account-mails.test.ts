import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { type AccountMail, renderAccountMail } from './account-mails.ts'

const context = {
  productName: 'Shipminer',
  publicUrl: 'https://shipminer.example',
  company: { name: 'Rederij & Zonen', address: null, kvk: '12345678', vatId: 'NL123' },
  providerEmail: null,
}
const mails: AccountMail[] = [
  { kind: 'verify', token: 'ev_abc' },
  { kind: 'emailChange', newEmail: 'new@rederij.nl' },
  { kind: 'reset', token: 'pr_abc' },
  { kind: 'passwordSet' },
  { kind: 'guessed' },
  { kind: 'recoveryCodesMade' },
  { kind: 'recoveryCodeUsed', left: 9 },
  { kind: 'authenticatorMade' },
  { kind: 'passkeyAdded', name: 'Laptop' },
  { kind: 'passkeyRemoved', name: 'Laptop' },
  { kind: 'walletLinked', wallet: '0xabc' },
  { kind: 'walletUnlinked', wallet: '0xabc' },
  { kind: 'payoutRequested', address: 'bc1abc', countsAt: new Date('2026-12-24T22:30:00Z') },
  { kind: 'payoutCancelled', address: 'bc1abc' },
  { kind: 'payoutCleared', address: 'bc1abc' },
  { kind: 'deleted' },
]

describe.each(languages)('in %s', (language) => {
  test.each(mails)('$kind is complete', (mail) => {
    const { subject, text, html } = renderAccountMail(mail, language, context)
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\{\{|undefined|account\.\w/)
      expect(part.length).toBeGreaterThan(10)
    }
    expect(subject).toContain('Shipminer')
    expect(html).toContain('Rederij &amp; Zonen')
    for (const [key, value] of Object.entries(mail)) {
      if (key !== 'kind' && typeof value === 'string') expect(text).toContain(value)
    }
  })

  test('no two mails have the same words', () => {
    const subjects = mails.map((mail) => renderAccountMail(mail, language, context).subject)
    expect(new Set(subjects).size).toBe(mails.length)
  })
})

test('tokens travel in the fragment, on a line of their own', () => {
  const lines = (mail: AccountMail) => renderAccountMail(mail, 'en', context).text.split('\n')
  expect(lines({ kind: 'verify', token: 'ev_abc' })).toContain(
    'https://shipminer.example/verify-email#token=ev_abc',
  )
  expect(lines({ kind: 'reset', token: 'pr_abc' })).toContain(
    'https://shipminer.example/reset-password#token=pr_abc',
  )
})

test('the time from which a payout address counts has its zone, across midnight', () => {
  const mail: AccountMail = {
    kind: 'payoutRequested',
    address: 'bc1abc',
    countsAt: new Date('2026-12-24T23:30:00Z'),
  }
  expect(renderAccountMail(mail, 'de', context).text).toContain('25. Dezember 2026')
  expect(renderAccountMail(mail, 'de', context).text).toMatch(/00:30 MEZ/)
})
