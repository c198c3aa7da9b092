import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue } from '@shipminer/contract/errors'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'

/** What the product must say to the letter (docs/product.md 8). English is the language of these words. */
const sentences = [
  'Please fill in at least your name and email address.',
  'Invalid format. Use: XXXXXXXX-XXXXXXXX',
  'Invalid claim key format. Expected: XXXXXXXX-XXXXXXXX',
  'Please fill in all required fields.',
  'Please fill in all fields',
  'Unknown error occurred',
  'This controller has already been claimed by another user.',
  'Claim key not found.',
  'Failed to check claim key. Please try again.',
  'Network error. Please check your connection and try again.',
  'Network error. Please try again.',
  'Failed to claim controller. Please try again.',
  'Failed to create your account. Please try again.',
  'Your wallet was disconnected. Please connect your wallet to continue.',
  'Failed to load mining dashboard. Please check your connection and try again.',
  'Invalid controller data received',
  'Connection failed',
  'Connection declined',
  'Switch declined',
  'Switch can be declined if chain is not supported by a wallet or previous request is still active',
  'Authentication failed',
  'Network error during authentication',
  'No wallet found',
  'Login failed. Please check your credentials.',
  'Demo login disabled in production',
  'Something went wrong. We need to verify your account again.',
  'Form incomplete',
  'auto-filled',
  'Orders are being prepared',
  'Payment Error',
  'Payment Expired',
  'Refresh Failed',
  'Test functions disabled in production',
]

const folder = join(REPO_ROOT, 'packages/i18n/src/locales/en')
const texts = readdirSync(folder).flatMap((file) =>
  Object.values(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
)
const words = [...texts, ...Object.values(errorCatalogue).map(({ message }) => message)]

test.each(sentences)('%s', (sentence) => expect(words.some((text) => text.includes(sentence))).toBe(true))
