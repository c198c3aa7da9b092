import { useTranslation } from 'react-i18next'
import type { PersonForm, PersonProblems } from '../../lib/person/check-person.ts'
import { TextField } from './field.tsx'
import pair from './pair.module.css'

/** Name and e-mail, which are required, and company and phone, which are not. */
export function PersonFields({
  form,
  problems,
  emailHint,
  onChange,
}: {
  form: PersonForm
  problems: PersonProblems
  emailHint: string
  onChange: (part: Partial<PersonForm>) => void
}) {
  const { t } = useTranslation('person')
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        autoComplete="name"
        required
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={problems.name && t(problems.name)}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint={emailHint}
        value={form.email}
        onChange={(email) => onChange({ email })}
        error={problems.email && t(problems.email)}
      />
      <div className={pair.pair}>
        <TextField
          label={t('company')}
          name="company"
          autoComplete="organization"
          optional
          value={form.company}
          onChange={(company) => onChange({ company })}
        />
        <TextField
          label={t('phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          value={form.phone}
          onChange={(phone) => onChange({ phone })}
        />
      </div>
    </>
  )
}

/** Puts the focus into the first field that has a problem. */
export function focusProblem(form: HTMLFormElement, problems: PersonProblems): void {
  form.querySelector<HTMLInputElement>(`[name="${problems.name ? 'name' : 'email'}"]`)?.focus()
}
