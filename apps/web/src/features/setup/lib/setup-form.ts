import type { Language } from '@shipminer/i18n/languages'
import type { PersonForm } from '../../../lib/person/check-person.ts'

/** What the welcome setup asks for, as typed; a checkbox is `yes` or empty, so that all of it can be kept as text. */
export type SetupForm = PersonForm & {
  emailAlerts: Box
  emailStatements: Box
  newsletter: Box
}
export type Box = 'yes' | ''

export const emptySetup: SetupForm = {
  name: '',
  email: '',
  company: '',
  phone: '',
  emailAlerts: 'yes',
  emailStatements: 'yes',
  newsletter: '',
}

export type SetupBody = ReturnType<typeof setupBody>

/** The form as the calls to register and to change the profile take it; what was left empty is not sent. */
export function setupBody(form: SetupForm, preferredLanguage: Language) {
  const company = form.company.trim()
  const phone = form.phone.trim()
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    ...(company && { company }),
    ...(phone && { phone }),
    preferredLanguage,
    notifications: {
      emailAlerts: form.emailAlerts === 'yes',
      emailStatements: form.emailStatements === 'yes',
    },
    newsletter: form.newsletter === 'yes',
  }
}
