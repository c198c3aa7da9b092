import { expect, test } from 'vitest'
import { emptySetup, setupBody } from './setup-form.ts'

const form = { ...emptySetup, name: ' Jan ', email: ' jan@msjohanna.nl', company: ' ', phone: ' 06 1 ' }

test('what was left empty is not sent', () => {
  expect(setupBody({ ...form, emailStatements: '' }, 'de')).toEqual({
    name: 'Jan',
    email: 'jan@msjohanna.nl',
    phone: '06 1',
    preferredLanguage: 'de',
    notifications: { emailAlerts: true, emailStatements: false },
    newsletter: false,
  })
})

test('news comes only to those who ask for it', () => {
  expect(emptySetup.newsletter).toBe('')
  expect(setupBody({ ...form, newsletter: 'yes' }, 'nl').newsletter).toBe(true)
})
