import type { MailingDraft } from '@shipminer/contract/desk/mailings'
import { type Language, languages } from '@shipminer/i18n/languages'

export type Letter = { subject: string; text: string }
export type Letters = { [Key in Language]?: Letter | undefined }

const shortest = 3
const isWritten = ({ subject, text }: Letter) =>
  subject.trim().length >= shortest && text.trim().length >= shortest

/** What was written, without the languages that were left empty; null: nothing was. */
export function lettersToSend(letters: Letters): NonNullable<MailingDraft['texts']> | null {
  const written = languages.flatMap((language) => {
    const letter = letters[language]
    return letter && isWritten(letter)
      ? [[language, { subject: letter.subject.trim(), text: letter.text.trim() }] as const]
      : []
  })
  return written.length === 0 ? null : Object.fromEntries(written)
}

/** The first language that has a subject or a text, but not both; null: there is none. */
export function findUnfinished(letters: Letters): Language | null {
  return (
    languages.find((language) => {
      const { subject = '', text = '' } = letters[language] ?? {}
      return `${subject}${text}`.trim() !== '' && !isWritten({ subject, text })
    }) ?? null
  )
}

/** Addresses among what was pasted: one a line, or separated by commas or spaces. */
export function addressesIn(pasted: string): string[] {
  return [...new Set(pasted.toLowerCase().match(/[^\s,;<>"]+@[^\s,;<>"]+\.[^\s,;<>"]+/g))]
}
