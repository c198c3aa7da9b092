import { paths } from '../../../config/paths.ts'

/** The five categories of docs/product.md 2.7, each with its questions in order. To add one: its id here, `q.<id>` and `a.<id>` in the texts. */
export const faqCategories = [
  { id: 'energy', questions: ['fuel', 'priority', 'kilowatts', 'reserve', 'idle'] },
  { id: 'installation', questions: ['duration', 'place', 'noise', 'internet', 'maintenance'] },
  { id: 'financial', questions: ['split', 'payback', 'payout', 'costs', 'risk'] },
  { id: 'safety', questions: ['failure', 'warranty', 'uptime', 'wallet'] },
  { id: 'ship', questions: ['suitable', 'small', 'many', 'lottery'] },
] as const

export type FaqQuestionId = (typeof faqCategories)[number]['questions'][number]

/** Where an answer leads on to. */
export const faqLinks: Partial<
  Record<FaqQuestionId, { to: string; label: 'calculator' | 'custom' | 'contact' }>
> = {
  kilowatts: { to: paths.custom, label: 'custom' },
  payback: { to: paths.calculator, label: 'calculator' },
  risk: { to: paths.calculator, label: 'calculator' },
  lottery: { to: paths.calculatorFor('lottery'), label: 'calculator' },
  suitable: { to: paths.custom, label: 'custom' },
  small: { to: paths.custom, label: 'custom' },
  many: { to: paths.contactAbout('quote'), label: 'contact' },
  maintenance: { to: paths.contact, label: 'contact' },
}

/** Text without capitals and accents, for searching. */
export function searchable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word that was typed occurs in a question or its answer. */
export function matchesSearch(search: string, question: string, answer: string): boolean {
  const text = searchable(`${question} ${answer}`)
  return searchable(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
