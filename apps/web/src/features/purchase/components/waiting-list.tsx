import type { WaitingListRequest } from '@shipminer/contract/shop/inquiries'
import { useTranslation } from 'react-i18next'
import { productNameOf } from '../../../lib/format/product-names.ts'
import type { Draft } from '../../../lib/forms/use-draft.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useInquiry } from '../../../lib/inquiry/use-inquiry.ts'
import { useKnownSender } from '../../../lib/inquiry/use-known-sender.ts'
import { useProblems } from '../../../lib/inquiry/use-problems.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { InquiryForm, useProblemText } from '../../../ui/forms/inquiry-form.tsx'
import { InquirySent } from '../../../ui/forms/inquiry-sent.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text.module.css'
import { joinWaitingList } from '../api/join-waiting-list.ts'
import { buyableProducts, checkWaiting, type WaitingForm, waitingBody } from '../lib/waiting-form.ts'
import styles from './purchase.module.css'

const send = (body: WaitingListRequest) => joinWaitingList(body)

/** Leaves an address for the day that orders open. */
export function WaitingList({ draft }: { draft: Draft<WaitingForm> }) {
  const { t } = useTranslation('koop')
  const { t: form } = useTranslation('form')
  const language = useLanguage()
  const { state, send: post } = useInquiry(send)
  const { problems, checkAll, onLeave } = useProblems(draft.form, checkWaiting)
  const problemText = useProblemText()
  useKnownSender(draft.fill)
  const { change, form: text } = draft

  const submit = async (website: string) => {
    if (!checkAll()) return
    if (await post(waitingBody(text, { language, website }))) draft.clear()
  }

  if (state.kind === 'sent') {
    return (
      <InquirySent title={t('list.sent')} reference={state.reference}>
        <p>{t('list.sentText')}</p>
      </InquirySent>
    )
  }
  return (
    <section className={`${layout.card} ${styles.list}`}>
      <h2 className={textStyles.heading}>{t('list.title')}</h2>
      <p className={styles.muted}>{t('list.text')}</p>
      <InquiryForm<keyof WaitingForm>
        state={state}
        problems={problems}
        labels={{ name: form('name'), email: form('email'), product: t('product') }}
        submit={t('list.submit')}
        onSubmit={submit}
      >
        <SelectField
          name="product"
          label={t('product')}
          value={text.product}
          onChange={(product) => change({ product })}
          options={[
            { value: '', label: t('anyProduct') },
            ...buyableProducts.map(({ id }) => ({ value: id, label: productNameOf(id) ?? id })),
          ]}
        />
        <TextField
          name="name"
          label={form('name')}
          autoComplete="name"
          optional
          maxLength={120}
          value={text.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          name="email"
          label={form('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          hint={form('emailHint')}
          value={text.email}
          onChange={(email) => change({ email })}
          onBlur={(event) => onLeave('email', event)}
          error={problemText(problems.email)}
        />
      </InquiryForm>
    </section>
  )
}
