import { expect, test } from 'vitest'
import { type EscalationForm, escalationForm, parseEscalation } from './escalation-form.ts'

const mail: EscalationForm = { isOn: true, to: 'mail', email: ' wal@example.nl ', afterMinutes: '15' }
const crew = [{ userId: 'piet' }]

test('off stays off, whatever the fields hold', () => {
  expect(parseEscalation(escalationForm(null), crew)).toEqual({ ok: true, escalation: null })
  expect(parseEscalation({ ...mail, isOn: false, email: 'x' }, crew)).toEqual({ ok: true, escalation: null })
})

test('an address or somebody of the crew, never both', () => {
  const byMail = { afterMinutes: 15, email: 'wal@example.nl', memberId: null }
  const toCrew = { afterMinutes: 15, email: null, memberId: 'piet' }
  expect(parseEscalation(mail, crew)).toEqual({ ok: true, escalation: byMail })
  expect(parseEscalation({ ...mail, to: 'piet' }, crew)).toEqual({ ok: true, escalation: toCrew })
  for (const saved of [byMail, toCrew])
    expect(parseEscalation(escalationForm(saved), crew)).toEqual({ ok: true, escalation: saved })
})

test.each([
  ['email', { email: 'wal' }],
  ['email', { email: '' }],
  ['to', { to: 'gone' }],
  ['afterMinutes', { afterMinutes: '4' }],
  ['afterMinutes', { afterMinutes: '' }],
  ['afterMinutes', { afterMinutes: '7.5' }],
  ['afterMinutes', { afterMinutes: '1441' }],
] as const)('%s is named when it cannot be', (problem, part) =>
  expect(parseEscalation({ ...mail, ...part }, crew)).toEqual({ ok: false, problem }),
)
