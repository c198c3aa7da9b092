import { expect, test } from 'vitest'
import { checkPerson, isIncomplete } from './check-person.ts'

const person = { name: 'Jan de Vries', email: 'jan@msjohanna.nl' }

test.each([
  [{}, {}, false],
  [{ name: '  ' }, { name: 'nameMissing' }, true],
  [{ name: 'New User' }, { name: 'nameMissing' }, true],
  [{ email: '' }, { email: 'emailMissing' }, true],
  [{ email: ' jan@msjohanna.nl ' }, {}, false],
  [{ email: 'jan' }, { email: 'emailInvalid' }, false],
  [{ email: 'jan@schip' }, { email: 'emailInvalid' }, false],
  [{ email: 'jan@example.com' }, { email: 'emailInvalid' }, false],
  [{ name: '', email: ' ' }, { name: 'nameMissing', email: 'emailMissing' }, true],
] as const)('%o has the problems %o', (change, problems, incomplete) => {
  expect(checkPerson({ ...person, ...change })).toEqual(problems)
  expect(isIncomplete(problems)).toBe(incomplete)
})
