import { ShipTypeSchema } from '@shipminer/contract/shop/inquiries'
import { listBillingCountries } from '@shipminer/domain/orders/countries'
import { languageLocales } from '@shipminer/i18n/languages'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import pair from '../../../ui/forms/pair.module.css'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { WrongFields } from '../../../ui/forms/wrong-fields.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import {
  checkInfo,
  type InfoField,
  infoFields,
  type PurchaseForm,
  type RefusedField,
  requiredFields,
} from '../lib/purchase-form.ts'
import { CompanyFields, type VatCheck } from './company-fields.tsx'
import styles from './purchase-flow.module.css'

const none: ReadonlySet<InfoField> = new Set()
const all: ReadonlySet<InfoField> = new Set(infoFields)

/** The second step: who buys, where the invoice goes, and which ship it is for. */
export function InfoStep({
  form,
  change,
  refused,
  vatCheck = null,
  fixedEmail = null,
  onNext,
}: {
  form: PurchaseForm
  change: (part: Partial<PurchaseForm>) => void
  refused: RefusedField | null
  vatCheck?: VatCheck
  /** The address is known and cannot be changed: no field asks for it. */
  fixedEmail?: string | null
  onNext: () => void
}) {
  const { t } = useTranslation('koop')
  const { t: words } = useTranslation('form')
  const language = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  const [checked, setChecked] = useState<ReadonlySet<InfoField>>(
    refused === null ? none : new Set([refused.field]),
  )
  const [isTried, setTried] = useState(false)
  // What the server refused stays refused until it is changed.
  const [refusedText] = useState(refused && form[refused.field])
  const problems = checkInfo(form)
  if (refused && form[refused.field] === refusedText) problems[refused.field] = refused.problem
  const shown = infoFields.filter((field) => problems[field] && checked.has(field))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = Object.keys(problems)
    if (first === undefined) return onNext()
    setChecked(all)
    setTried(true)
    const control = element.current?.elements.namedItem(infoFields.find((field) => problems[field]) ?? first)
    if (control instanceof HTMLElement) control.focus()
  }
  // Words that come while a button is being pressed would move it away.
  const onBlur = (field: InfoField) => (event: FocusEvent) => {
    const next = event.relatedTarget
    if (!(next instanceof HTMLElement) || !next.matches('input, select, textarea')) return
    if (form[field].trim() !== '') setChecked((before) => new Set([...before, field]))
  }
  const errorOf = (field: InfoField): string | null => {
    const problem = checked.has(field) ? problems[field] : undefined
    if (problem === undefined) return null
    return problem === 'vatInvalid' || problem === 'peppolInvalid' ? t(`info.${problem}`) : words(problem)
  }
  const field = (name: InfoField) => ({
    name,
    label: t(`info.${name}`),
    value: form[name],
    onChange: (value: string) => change({ [name]: value }),
    onBlur: onBlur(name),
    error: errorOf(name),
    required: (requiredFields as readonly string[]).includes(name),
    optional: !(requiredFields as readonly string[]).includes(name),
  })
  const focus = (name: InfoField) => {
    const control = element.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
  }

  return (
    <form ref={element} className={layout.roomy} onSubmit={submit} noValidate>
      <div className={layout.head}>
        <h2 className={styles.heading} tabIndex={-1}>
          {t('info.title')}
        </h2>
        {form.filled === 'yes' && <span className={styles.badge}>{t('info.autoFilled')}</span>}
      </div>
      {isTried && shown.length > 0 && (
        <Notice tone="error" title={words('incompleteTitle')}>
          <p>{words(shown.some((name) => problems[name] === 'required') ? 'incomplete' : 'check')}</p>
          <WrongFields names={shown} labelOf={(name) => t(`info.${name}`)} onGo={focus} />
        </Notice>
      )}
      <fieldset className={styles.group}>
        <legend>{t('info.person')}</legend>
        <div className={pair.roomy}>
          <TextField {...field('firstName')} autoComplete="given-name" maxLength={80} />
          <TextField {...field('lastName')} autoComplete="family-name" maxLength={80} />
        </div>
        <div className={pair.roomy}>
          {fixedEmail === null ? (
            <TextField
              {...field('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              hint={t('info.emailHint')}
            />
          ) : (
            <p>
              <strong>{fixedEmail}</strong>
              <br />
              {t('info.emailHint')}
            </p>
          )}
          <TextField
            {...field('phone')}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            hint={t('info.phoneHint')}
          />
        </div>
        <TextField {...field('company')} autoComplete="organization" maxLength={160} />
        {form.company.trim() !== '' && (
          <CompanyFields form={form} field={field} change={change} vatCheck={vatCheck} />
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('info.billing')}</legend>
        <TextField {...field('street')} autoComplete="billing address-line1" maxLength={120} />
        <div className={pair.roomy}>
          <TextField {...field('postalCode')} autoComplete="billing postal-code" maxLength={16} />
          <TextField {...field('city')} autoComplete="billing address-level2" maxLength={80} />
        </div>
        <SelectField
          name="country"
          label={t('info.country')}
          required
          value={form.country}
          onChange={(country) => change({ country })}
          error={errorOf('country')}
          options={[
            { value: '', label: t('info.countryChoose') },
            ...listBillingCountries(languageLocales[language]).map(({ code, name }) => ({
              value: code as string,
              label: name,
            })),
          ]}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('info.ship')}</legend>
        <div className={pair.roomy}>
          <TextField {...field('shipName')} autoComplete="off" maxLength={80} />
          <SelectField
            name="shipType"
            label={`${t('info.shipType')} (${t('info.optional')})`}
            value={form.shipType}
            onChange={(shipType) => change({ shipType })}
            options={[
              { value: '', label: t('info.shipTypeNone') },
              ...ShipTypeSchema.options.map((type) => ({
                value: type as string,
                label: t(`shipType.${type}`),
              })),
            ]}
          />
        </div>
        <TextArea {...field('notes')} rows={3} maxLength={2000} hint={t('info.notesHint')} />
      </fieldset>
      <div className={styles.actions}>
        <Button kind="main" type="submit">
          {t('flow.toPayment')}
        </Button>
      </div>
    </form>
  )
}
