import { ProofPurposeSchema } from '@shipminer/contract/account/profile'
import { expect, test } from 'vitest'
import { needsSubject, proofStatement } from './proof-statement.ts'
import { signInMessage } from './sign-in-message.ts'
import { parseWalletAddress } from './wallet-address.ts'

const purposes = ProofPurposeSchema.options
const statementOf = (purpose: (typeof purposes)[number]) =>
  proofStatement({
    purpose,
    subject: needsSubject(purpose) ? 'the-subject' : null,
    productName: 'Shipminer',
    account: 'anna@rederij.nl',
  })

test.each(purposes)('%s names account and subject in one line of ASCII', (purpose) => {
  const statement = statementOf(purpose)
  expect(statement).toContain('the Shipminer account of anna@rederij.nl')
  expect(statement.includes('the-subject')).toBe(needsSubject(purpose))
  expect(statement).not.toContain('null')
  expect(statement).toMatch(/^[\x20-\x7e]+$/)
})

test('no two purposes read the same, and none reads like signing in', () => {
  const parsed = parseWalletAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  if (!parsed.ok) throw new Error('no address')
  const common = {
    wallet: parsed.wallet,
    publicUrl: 'https://shipminer.example',
    productName: 'Shipminer',
    nonce: '00',
    issuedAt: new Date(0),
    expiresAt: new Date(1),
  }
  const messages = [
    signInMessage(common),
    ...purposes.map((purpose) => signInMessage({ ...common, statement: statementOf(purpose) })),
  ]
  expect(new Set(messages).size).toBe(purposes.length + 1)
})
