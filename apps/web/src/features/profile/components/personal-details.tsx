import type { Profile } from '@shipminer/contract/account/profile'
import { type Language, languageNames, languages } from '@shipminer/i18n/languages'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { changeLanguage } from '../../../lib/i18n/change-language.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { checkPerson, isIncomplete, type PersonProblems } from '../../../lib/person/check-person.ts'
import { Button } from '../../../ui/button.tsx'
import { focusProblem, PersonFields } from '../../../ui/forms/person-fields.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { updateProfile } from '../api/profile.ts'
import { detailsChange, detailsForm } from '../lib/details-form.ts'
import type { AskForProof } from '../lib/owner-proof.ts'
import { EmailState } from './email-state.tsx'
import { Facts, Section } from './section.tsx'

type Props = { profile: Profile; ask: AskForProof; onChange: (profile: Profile) => void }

/** Name, addresses, language: to see, and to edit. */
export function PersonalDetails(props: Props) {
  const { t } = useTranslation('profile')
  const { t: person } = useTranslation('person')
  const language = useLanguage()
  const [isEditing, setEditing] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const { user } = props.profile
  const text = (value: string | null) => value || <span className={textStyles.quiet}>{t('empty')}</span>
  return (
    <Section title={t('details.title')} view={isEditing ? 'edit' : 'see'}>
      {isEditing ? (
        <DetailsEditor
          {...props}
          onDone={(words) => {
            setEditing(false)
            setSaved(words)
          }}
        />
      ) : (
        <>
          {saved && <Notice tone="good">{saved}</Notice>}
          <Facts
            rows={[
              [person('name'), text(user.name)],
              [person('email'), <EmailState key="email" profile={props.profile} />],
              [person('company'), text(user.company)],
              [person('phone'), text(user.phone)],
              [t('language'), text(user.preferredLanguage && languageNames[user.preferredLanguage])],
              [t('memberSince'), formatDate(language, Date.parse(user.memberSince))],
            ]}
          />
          <div>
            <Button
              onClick={() => {
                setSaved(null)
                setEditing(true)
              }}
            >
              {t('edit')}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

function DetailsEditor({
  profile,
  ask,
  onChange,
  onDone,
}: Props & { onDone: (saved: string | null) => void }) {
  const { t, i18n } = useTranslation('profile')
  const { t: person } = useTranslation('person')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const [form, setForm] = useState(() => detailsForm(profile.user, language))
  const [problems, setProblems] = useState<PersonProblems>({})
  const { isBusy, message, setMessage, run } = useTask(t('updateFailed'))
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkPerson(form)
    setProblems(found)
    if (found.name || found.email) {
      setMessage(isIncomplete(found) ? { tone: 'error', text: person('incomplete') } : null)
      focusProblem(event.currentTarget, found)
      return
    }
    const body = detailsChange(profile.user, form)
    if (Object.keys(body).length === 0) return onDone(null)
    const proof = body.email ? await ask('change-email', body.email) : null
    if (body.email && !proof) return
    const isSaved = await run(async () => {
      onChange(await updateProfile(proof ? { ...body, proof } : body))
      return null
    })
    if (!isSaved) return
    if (body.preferredLanguage && body.preferredLanguage !== language) {
      await changeLanguage(i18n, body.preferredLanguage).catch(() => false)
    }
    onDone(body.email ? t('email.changed', { email: body.email }) : t('updated'))
  }

  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <PersonFields form={form} problems={problems} emailHint={t('emailHint')} onChange={change} />
      <SelectField<Language>
        label={t('language')}
        hint={t('languageHint')}
        value={form.preferredLanguage}
        onChange={(preferredLanguage) => change({ preferredLanguage })}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      />
      <div className={layout.actions}>
        <Button kind="main" type="submit" disabled={isBusy}>
          {isBusy ? t('updating') : t('save')}
        </Button>
        <Button kind="quiet" onClick={() => onDone(null)} disabled={isBusy}>
          {common('cancel')}
        </Button>
      </div>
    </form>
  )
}
