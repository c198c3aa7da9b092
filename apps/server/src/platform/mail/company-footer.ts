import type { Language } from '@shipminer/i18n/languages'
import { mailText } from './mail-texts.ts'

/** Who sends a mail, as its last lines state it: what is known of the company's name, address and registration. */
export function companyFooter(
  language: Language,
  company: Readonly<Record<'name' | 'address' | 'kvk' | 'vatId', string | null>>,
): string[] {
  const { name, address, kvk, vatId } = company
  return [
    ...[name, address].filter((line) => line !== null),
    ...(kvk && vatId ? [mailText(language, 'footer.registered', { kvk, vatId })] : []),
  ]
}
