import { DeskOfferSchema, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { type Language, languageNames, languages } from '@shipminer/i18n/languages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { formatEuro } from '../../../lib/format/format.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { Redirect } from '../../../ui/redirect.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { catalogueQuery } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import {
  type BuyerField,
  buyerFields,
  type OfferForm,
  type OfferProblem,
  offerTotal,
  readOfferForm,
} from '../lib/orders/offer-form.ts'
import { localDay } from '../lib/orders/refund-form.ts'
import { useMay } from '../shell/use-role.ts'
import { BuyerFieldInput } from './buyer-field.tsx'
import { makeOffer } from './offer-queries.ts'

const usualDays = 30
const dayMs = 86_400_000
const named: readonly BuyerField[] = ['firstName', 'lastName', 'email']
const none: ReadonlySet<OfferProblem> = new Set()

/**
 * `/desk/offers/new`: a new offer. The address may bring the inquiry that it answers, and whom it is for; what is offered again comes with the
 * step that led here, since names and addresses are nothing for a log.
 */
export function MakeOffer() {
  const { t } = useTranslation('desk-offers')
  const may = useMay()
  const catalogue = useQuery(catalogueQuery)
  if (!may(deskOfferEndpoints.deskMakeOffer)) return <Redirect to={paths.deskOffers} />
  return (
    <>
      <p>
        <Link to={paths.deskOffers}>{t('back')}</Link>
      </p>
      <h1 className={styles.heading}>{t('make')}</h1>
      {catalogue.data ? (
        <Form
          prices={new Map(catalogue.data.products.map(({ id, terms }) => [id, terms.priceCents] as const))}
        />
      ) : (
        <NothingYet query={catalogue} />
      )}
    </>
  )
}

function Form({ prices }: { prices: ReadonlyMap<string, number> }) {
  const { t } = useTranslation('desk-offers')
  const { t: tForm } = useTranslation('form')
  const reader = useLanguage()
  const queries = useQueryClient()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const { isBusy, message, setMessage, run } = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [form, setForm] = useState<OfferForm>(() => readOfferBefore(state) ?? emptyForm(params, reader))
  const [problems, setProblems] = useState(none)
  const [sent, setSent] = useState<{ number: string; email: string } | null>(null)
  const attempt = useRef({ body: '', key: '' })
  const change =
    <Name extends keyof OfferForm>(name: Name) =>
    (value: OfferForm[Name]) =>
      setForm((before) => ({ ...before, [name]: value }))
  const total = offerTotal(form)
  const listPrice = prices.get(form.product)
  const wrong = (name: OfferProblem, words: string) => (problems.has(name) ? words : null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const read = readOfferForm(form, { leadId: params.get('lead'), today })
    setProblems('problems' in read ? read.problems : none)
    if ('problems' in read) return setMessage({ tone: 'error', text: t('incomplete') })
    const body = JSON.stringify(read.body)
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    await run(async () => {
      const offer = await makeOffer(read.body, attempt.current.key)
      const email = offer.buyer.email ?? ''
      setSent({ number: offer.number, email })
      announce(t('sent', { number: offer.number, email }))
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return null
    })
  }

  if (sent)
    return (
      <Notice
        tone="good"
        title={t('sent', sent)}
        actions={<ButtonLink to={paths.deskOffers}>{t('back')}</ButtonLink>}
      />
    )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={textStyles.sub}>{t('what')}</h2>
      <SelectField
        label={t('product')}
        name="product"
        value={form.product}
        onChange={change('product')}
        error={wrong('product', tForm('required'))}
        options={[
          { value: '', label: '' },
          ...[...prices.keys()].map((id) => ({ value: id, label: productNameOf(id) ?? id })),
        ]}
      />
      <TextField
        label={t('quantity')}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={form.quantity}
        onChange={change('quantity')}
        error={wrong('quantity', tForm('check'))}
      />
      <TextField
        label={t('unit')}
        name="unit"
        inputMode="decimal"
        autoComplete="off"
        value={form.unit}
        onChange={change('unit')}
        hint={listPrice === undefined ? null : t('unitHint', { price: formatEuro(reader, listPrice) })}
        error={wrong('unit', tForm('check'))}
      />
      {total !== null && (
        <p aria-live="polite">
          {t('total')}: <strong>{formatEuro(reader, total)}</strong>
        </p>
      )}
      <TextField
        label={t('validUntil')}
        name="validUntil"
        type="date"
        min={today}
        value={form.validUntil}
        onChange={change('validUntil')}
        error={wrong('validUntil', tForm('check'))}
      />
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        rows={4}
        maxLength={2000}
        lang={form.language}
        value={form.note}
        onChange={change('note')}
        optional
      />
      <h2 className={textStyles.sub}>{t('whom')}</h2>
      <p className={textStyles.quiet}>{t('later')}</p>
      <SelectField
        label={t('language')}
        name="language"
        value={form.language}
        onChange={(language) => change('language')(language as Language)}
        options={languages.map((value) => ({ value: value as string, label: languageNames[value] }))}
      />
      {buyerFields.map((name) => (
        <BuyerFieldInput
          key={name}
          name={name}
          value={form[name]}
          onChange={change(name)}
          optional={!named.includes(name)}
          error={
            problems.has(name as OfferProblem) ? tForm(name === 'email' ? 'emailInvalid' : 'required') : null
          }
        />
      ))}
      <TaskNotice message={message} />
      <div className={layout.actions}>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

/** The form of an offer that is over; null: what led here was none. */
function readOfferBefore(state: unknown): OfferForm | null {
  const offer = DeskOfferSchema.safeParse(state).data
  if (!offer) return null
  const buyer = buyerFields.map((name) => [name, offer.buyer[name] ?? ''])
  return {
    ...(Object.fromEntries(buyer) as Record<BuyerField, string>),
    product: offer.product.id,
    quantity: String(offer.quantity),
    unit: (offer.unitGrossCents / 100).toFixed(2),
    validUntil: localDay(new Date(Date.now() + usualDays * dayMs)),
    note: offer.note ?? '',
    language: offer.language,
  }
}

function emptyForm(params: URLSearchParams, reader: Language): OfferForm {
  const [firstName = '', ...rest] = (params.get('name') ?? '').trim().split(/\s+/)
  const language = languages.find((one) => one === params.get('language')) ?? reader
  const empty = Object.fromEntries(buyerFields.map((name) => [name, ''])) as Record<BuyerField, string>
  return {
    ...empty,
    product: '',
    quantity: '1',
    unit: '',
    validUntil: localDay(new Date(Date.now() + usualDays * dayMs)),
    note: '',
    language,
    firstName,
    lastName: rest.join(' '),
    email: params.get('email') ?? '',
    phone: params.get('phone') ?? '',
  }
}
