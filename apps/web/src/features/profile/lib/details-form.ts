import type { Language, User } from '@shipminer/contract/account/account'
import type { ProfileChange } from '@shipminer/contract/account/profile'
import type { PersonForm } from '../../../lib/person/check-person.ts'

/** The personal data as typed. */
export type DetailsForm = PersonForm & { preferredLanguage: Language }

export function detailsForm(user: User, language: Language): DetailsForm {
  return {
    name: user.name ?? '',
    email: user.email ?? '',
    company: user.company ?? '',
    phone: user.phone ?? '',
    preferredLanguage: user.preferredLanguage ?? language,
  }
}

/** Only what differs from the present data, so that a call changes nothing that was not touched. */
export function detailsChange(user: User, form: DetailsForm): ProfileChange {
  const change: ProfileChange = {}
  const name = form.name.trim()
  const email = form.email.trim().toLowerCase()
  const company = form.company.trim() || null
  const phone = form.phone.trim() || null
  if (name !== user.name) change.name = name
  if (email !== user.email) change.email = email
  if (company !== user.company) change.company = company
  if (phone !== user.phone) change.phone = phone
  if (form.preferredLanguage !== user.preferredLanguage) change.preferredLanguage = form.preferredLanguage
  return change
}
