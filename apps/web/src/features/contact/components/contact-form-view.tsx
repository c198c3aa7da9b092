import type { ContactRequest } from '@shipminer/contract/shop/inquiries'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useInquiryForm } from '../../../lib/inquiry/use-inquiry-form.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { useProblemText } from '../../../ui/forms/inquiry-form.tsx'
import { InquiryFrame } from '../../../ui/forms/inquiry-frame.tsx'
import pair from '../../../ui/forms/pair.module.css'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { sendContact } from '../api/send-contact.ts'
import {
  askedFields,
  type ContactForm,
  checkContact,
  contactBody,
  emptyContact,
  readSubject,
  subjectKind,
} from '../lib/contact-form.ts'
import styles from './contact.module.css'

const send = (body: ContactRequest) => sendContact(body)

/** The message to the provider. */
export function ContactFormView() {
  const { t } = useTranslation('contact')
  const { t: form } = useTranslation('form')
  const language = useLanguage()
  const problemText = useProblemText()
  const subjectOf = (text: ContactForm) => {
    const kind = subjectKind(text.kind)
    const product = productNameOf(text.product)
    const words =
      text.kind === '' ? '' : t(product ? `subject.${kind}.product` : `subject.${kind}`, { name: product })
    return {
      isNotice: kind === 'notify-me' && product !== null,
      product,
      subject: text.isOwnSubject ? text.subject : words,
    }
  }
  const inquiry = useInquiryForm({
    name: 'contact',
    empty: emptyContact,
    check: checkContact,
    body: (text, website) => contactBody(text, { subject: subjectOf(text).subject, language, website }),
    send,
  })
  const { text, change } = inquiry
  const { isNotice, product, subject } = subjectOf(text)

  useLayoutEffect(() => {
    const asked = readSubject(location.search)
    if (asked) change((before) => askedFields(before, asked))
  }, [change])

  const field = (name: 'name' | 'email' | 'phone') => ({
    ...inquiry.field(name),
    label: form(name),
    error: problemText(inquiry.problems[name]),
  })
  return (
    <InquiryFrame
      inquiry={inquiry}
      labels={{
        name: form('name'),
        email: form('email'),
        phone: form('phone'),
        subject: t('subject'),
        message: t('message'),
        isOwnSubject: '',
        kind: '',
        product: '',
        linkMessage: '',
      }}
      submit={t(isNotice ? 'submitNotice' : 'submit')}
      sent={{ title: t('sent.title'), text: t('sent.text'), again: form('again') }}
    >
      {isNotice && <p className={styles.notice}>{t('noticeLead', { name: product })}</p>}
      <div className={pair.roomy}>
        <TextField {...field('name')} autoComplete="name" required maxLength={120} />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
        />
      </div>
      <div className={pair.roomy}>
        <TextField
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          optional
          hint={form('phoneHint')}
          maxLength={40}
        />
        <TextField
          name="subject"
          label={t('subject')}
          optional
          hint={t('subjectHint')}
          value={subject}
          maxLength={200}
          onChange={(value) => change({ subject: value, isOwnSubject: 'yes' })}
        />
      </div>
      <TextArea
        {...inquiry.field('message')}
        label={t('message')}
        required={!isNotice}
        optional={isNotice}
        error={problemText(inquiry.problems.message)}
        maxLength={5000}
      />
    </InquiryFrame>
  )
}
