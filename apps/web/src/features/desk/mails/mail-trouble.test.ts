import { expect, test } from 'vitest'
import { mailTrouble } from './mail-trouble.ts'

test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: user unknown", 'recipient'],
  ['550 unknown', 'recipient'],
  ["Can't send mail - all recipients were rejected: 450 4.2.1 mailbox busy", 'later'],
  ['Message failed: 451 greylisted, try again in 5 minutes', 'later'],
  ['Mail command failed: 553 5.7.1 sender address rejected', 'sender'],
  ['Message failed: 552 5.3.4 message too big', 'content'],
  ['Message failed: 554 5.7.1 looks like spam', 'content'],
  ['invoice:INV-2026-000001 could not be made', 'attachment'],
] as const)('%s is of the kind %s', (said, kind) => expect(mailTrouble(said)).toBe(kind))

test.each([
  'connect ECONNREFUSED 127.0.0.1:587',
  'Invalid login: 535 authentication failed',
  'Greeting never received',
  '',
])('“%s” is about no mail alone', (said) => expect(mailTrouble(said)).toBeNull())
