import type { CustomRequest } from '@shipminer/contract/shop/inquiries'
import type { OfferedBox } from '@shipminer/domain/calculator/custom-solution'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useInquiryForm } from '../../../lib/inquiry/use-inquiry-form.ts'
import { shipTypes } from '../../../lib/ship-power.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { useProblemText } from '../../../ui/forms/inquiry-form.tsx'
import { InquiryFrame } from '../../../ui/forms/inquiry-frame.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { sendCustom } from '../api/send-custom.ts'
import { analyseForm, type CustomForm, checkCustom, customBody, emptyCustom } from '../lib/custom-form.ts'
import styles from './custom.module.css'
import { ShipAnalysis } from './ship-analysis.tsx'

const send = (body: CustomRequest) => sendCustom(body)

/** Draws the calculator's answer for the best of what fits. */
export type DrawAnswer = (ship: { capacity: string; usage: string; best: OfferedBox | null }) => ReactNode

/** The ship on one side, the instant analysis on the other, then the sender's details. */
export function CustomFormView({ answer }: { answer: DrawAnswer }) {
  const { t } = useTranslation('custom')
  const { t: form } = useTranslation('form')
  const language = useLanguage()
  const problemText = useProblemText()
  const inquiry = useInquiryForm({
    name: 'custom',
    empty: emptyCustom,
    check: checkCustom,
    body: (form, website) => customBody(form, { language, website }),
    send,
  })
  const { text, change, problems } = inquiry
  const analysis = analyseForm(text)

  const labels = {
    shipType: t('shipType'),
    capacity: t('capacity'),
    usage: t('usage'),
    information: t('information'),
    name: form('name'),
    email: form('email'),
    phone: form('phone'),
  }
  const field = (name: Exclude<keyof CustomForm, 'shipType'>) => ({
    ...inquiry.field(name),
    label: labels[name],
    error: problemText(problems[name]),
  })
  return (
    <InquiryFrame
      inquiry={inquiry}
      labels={labels}
      submit={t('submit')}
      sent={{ title: t('sent.title'), text: t('sent.text'), again: t('again') }}
    >
      <div className={`${layout.halves} ${styles.split}`}>
        <fieldset className={styles.group}>
          <legend>{t('ship')}</legend>
          <SelectField
            name="shipType"
            label={t('shipType')}
            required
            value={text.shipType}
            onChange={(shipType) => change({ shipType })}
            error={problemText(problems.shipType)}
            options={[
              { value: '', label: t('choose') },
              ...shipTypes.map((value) => ({ value: value as string, label: t(`type.${value}`) })),
            ]}
          />
          <TextField
            {...field('capacity')}
            required
            inputMode="decimal"
            autoComplete="off"
            hint={t('capacityHint')}
            maxLength={12}
          />
          <TextField
            {...field('usage')}
            required
            inputMode="decimal"
            autoComplete="off"
            hint={t('usageHint')}
            maxLength={8}
          />
          <TextArea
            {...field('information')}
            optional
            rows={4}
            hint={t('informationHint')}
            maxLength={5000}
          />
        </fieldset>
        <ShipAnalysis
          analysis={analysis}
          form={text}
          answer={
            analysis &&
            answer({
              capacity: text.capacity,
              usage: text.usage,
              best: analysis.offered.find(({ comingSoon }) => !comingSoon) ?? null,
            })
          }
        />
      </div>
      <fieldset className={styles.group}>
        <legend>{t('you')}</legend>
        <div className={styles.pair}>
          <TextField {...field('name')} autoComplete="name" required maxLength={120} />
          <TextField
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          <TextField {...field('phone')} type="tel" autoComplete="tel" optional maxLength={40} />
        </div>
      </fieldset>
    </InquiryFrame>
  )
}
