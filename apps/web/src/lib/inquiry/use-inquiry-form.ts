import type { FocusEvent } from 'react'
import type { FormText } from '../forms/draft.ts'
import { type Draft, useDraft } from '../forms/use-draft.ts'
import type { Problems } from './check-sender.ts'
import type { InquiryState } from './inquiry-state.ts'
import { useInquiry } from './use-inquiry.ts'
import { useKnownSender } from './use-known-sender.ts'
import { useProblems } from './use-problems.ts'

/** What a form for an inquiry needs to be drawn; fields take what `field` gives. */
export type InquiryFormState<Form extends FormText> = {
  text: Form
  change: Draft<Form>['change']
  problems: Problems<keyof Form & string>
  state: InquiryState
  field: (name: keyof Form & string) => {
    name: string
    value: string
    onChange: (value: string) => void
    onBlur: (event: FocusEvent) => void
  }
  /** Sends what `body` makes of the form when nothing is wrong with it, and forgets the draft once it was received. */
  submit: (website: string) => Promise<void>
  again: () => void
}

/** An inquiry from typing to sending: kept in the tab, filled in for a signed-in person, checked, and sent once. */
export function useInquiryForm<Form extends FormText, Body>({
  name,
  empty,
  check,
  body,
  send,
}: {
  /** Of the draft. */
  name: string
  empty: Form
  check: (form: Form) => Problems<keyof Form & string>
  body: (form: Form, website: string) => Body
  send: (body: Body) => Promise<{ reference: string }>
}): InquiryFormState<Form> {
  const { form: text, change, fill, clear } = useDraft(name, empty)
  const { state, send: post, again } = useInquiry(send)
  const { problems, checkAll, onLeave } = useProblems(text, check)
  useKnownSender(fill as Parameters<typeof useKnownSender>[0])
  return {
    text,
    change,
    problems,
    state,
    field: (key) => ({
      name: key,
      value: text[key] ?? '',
      onChange: (value) => change({ [key]: value } as Partial<Form>),
      onBlur: (event) => onLeave(key, event),
    }),
    async submit(website) {
      if (!checkAll()) return
      if (await post(body(text, website))) clear()
    },
    again,
  }
}
