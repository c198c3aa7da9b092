import { isPlaceholderEmail, isPlaceholderName } from '@shipminer/domain/accounts/needs-setup'

/** A person's details, as typed. */
export type PersonForm = { name: string; email: string; company: string; phone: string }

/** What is wrong where. */
export type PersonProblems = { name?: 'nameMissing'; email?: 'emailMissing' | 'emailInvalid' }

/** Name and e-mail are required and must be real (docs/product.md 4.2 and 5.1). */
export function checkPerson({ name, email }: Pick<PersonForm, 'name' | 'email'>): PersonProblems {
  const problems: PersonProblems = {}
  const address = email.trim()
  if (isPlaceholderName(name)) problems.name = 'nameMissing'
  if (address === '') problems.email = 'emailMissing'
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || isPlaceholderEmail(address))
    problems.email = 'emailInvalid'
  return problems
}

/** Whether a required field is missing, as against one that is only written wrong. */
export function isIncomplete(problems: PersonProblems): boolean {
  return problems.name !== undefined || problems.email === 'emailMissing'
}
