import type { ReactNode } from 'react'
import type { FormText } from '../../lib/forms/draft.ts'
import type { InquiryFormState } from '../../lib/inquiry/use-inquiry-form.ts'
import { InquiryForm } from './inquiry-form.tsx'
import { InquirySent } from './inquiry-sent.tsx'

/** A form for an inquiry, and in its place what is said once it was received. */
export function InquiryFrame<Form extends FormText>({
  inquiry,
  labels,
  submit,
  sent,
  children,
}: {
  inquiry: InquiryFormState<Form>
  /** How the list of what is wrong names the fields. */
  labels: Record<keyof Form & string, string>
  submit: string
  sent: { title: string; text: string; again: string }
  children: ReactNode
}) {
  const { state } = inquiry
  if (state.kind === 'sent') {
    return (
      <InquirySent
        title={sent.title}
        reference={state.reference}
        again={{ label: sent.again, onClick: inquiry.again }}
      >
        <p>{sent.text}</p>
      </InquirySent>
    )
  }
  return (
    <InquiryForm<keyof Form & string>
      state={state}
      problems={inquiry.problems}
      labels={labels}
      submit={submit}
      onSubmit={inquiry.submit}
    >
      {children}
    </InquiryForm>
  )
}
