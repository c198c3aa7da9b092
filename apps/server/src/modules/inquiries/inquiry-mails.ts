import { analyseShip, type CustomSolution, offeredBoxes } from '@shipminer/domain/calculator/custom-solution'
import { numberFormat } from '@shipminer/i18n/formats'
import { type Language, languageNames } from '@shipminer/i18n/languages'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import type { CatalogueEntry } from '../catalogue/catalogue.port.ts'
import { isGreetable } from './greeting.ts'
import type { Inquiry } from './inquiry.ts'

export type StoredInquiry = Inquiry & { reference: string }

/** The sender, and what an inquiry refers to. */
export type MailContext = {
  productName: string
  publicUrl: string
  /** Lines about the company; those that are still examples are left out. */
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  /** The product that the inquiry names. */
  product: CatalogueEntry | null
  /** What could be put on board, for the custom request. */
  catalogue: readonly CatalogueEntry[]
}

export type RenderedMail = { subject: string; text: string; html: string }

/** Notifies the provider, in the provider's language, of everything that was sent. */
export function providerMail(inquiry: StoredInquiry, language: Language, context: MailContext): RenderedMail {
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const name = inquiry.name ?? inquiry.email
  const productName = context.product?.name ?? context.productName
  const subjects = {
    contact: 'lead.subject.contact',
    'notify-me': 'lead.subject.notify',
    custom: 'lead.subject.custom',
    'waiting-list': 'lead.subject.waiting',
  } as const
  const content: MailContent = {
    language,
    subject: t(subjects[inquiry.kind], { name, productName, reference: inquiry.reference }),
    greeting: null,
    paragraphs: [t('lead.body', { url: context.publicUrl })],
    facts: leadFacts(inquiry, language, context),
    closing: [],
    footer: [context.productName],
  }
  return { subject: content.subject, ...renderMail(content) }
}

function leadFacts(inquiry: StoredInquiry, language: Language, context: MailContext): MailContent['facts'] {
  const t = (key: MailTextKey) => mailText(language, key)
  const solution = analyse(inquiry, context)
  const kilowatts = (value: number | null) => value !== null && `${number(value, language)} kW`
  const facts: [MailTextKey, string | null | false][] = [
    ['fact.reference', inquiry.reference],
    ['fact.kind', inquiry.subjectKind && t(`kind.${inquiry.subjectKind}` as MailTextKey)],
    ['fact.name', inquiry.name],
    ['fact.email', inquiry.email],
    ['fact.phone', inquiry.phone],
    ['fact.language', languageNames[inquiry.language]],
    ['fact.product', context.product?.name ?? null],
    ['fact.subject', inquiry.subject],
    ['fact.shipType', inquiry.shipType && t(`shipType.${inquiry.shipType}` as MailTextKey)],
    ['fact.capacity', kilowatts(inquiry.generatorCapacityKw)],
    [
      'fact.usage',
      inquiry.currentUsagePercent !== null && `${number(inquiry.currentUsagePercent, language)} %`,
    ],
    ['fact.spare', solution && kilowatts(solution.spareKw)],
    ['fact.fits', solution && boxList(solution, language, context)],
    [inquiry.kind === 'custom' ? 'fact.information' : 'fact.message', inquiry.message],
  ]
  return facts.flatMap(([key, value]) => (value ? [{ label: t(key), value }] : []))
}

/**
 * Confirms to the sender, in their language, that it arrived and what happens next. Repeats nothing they wrote except a name that looks
 * like one: the form must not be usable to mail arbitrary text to strangers.
 */
export function confirmationMail(inquiry: StoredInquiry, context: MailContext): RenderedMail {
  const { language, reference, name } = inquiry
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const productName = context.product?.name ?? context.productName
  const { company } = context
  const content: MailContent = {
    language,
    ...confirmationBody(inquiry, context, productName),
    greeting: name !== null && isGreetable(name) ? t('greeting.named', { name }) : t('greeting.plain'),
    facts: [],
    closing: [t('closing'), context.productName],
    footer: [t('footer.why', { url: context.publicUrl }), ...companyFooter(language, company)],
  }
  return { subject: content.subject, ...renderMail(content) }

  function confirmationBody(
    { kind }: StoredInquiry,
    { product }: MailContext,
    productName: string,
  ): Pick<MailContent, 'subject' | 'paragraphs'> {
    switch (kind) {
      case 'contact':
        return {
          subject: t('contact.subject', { reference }),
          paragraphs: [t('contact.body'), t('reference', { reference })],
        }
      case 'notify-me':
        return {
          subject: t('notify.subject', { productName }),
          paragraphs: [t('notify.body', { productName })],
        }
      case 'custom':
        return {
          subject: t('custom.subject', { reference }),
          paragraphs: [
            t('custom.body'),
            ...solutionParagraphs(inquiry, context),
            t('reference', { reference }),
          ],
        }
      case 'waiting-list':
        return {
          subject: t('waiting.subject'),
          paragraphs: [t('waiting.body'), ...(product ? [t('waiting.product', { productName })] : [])],
        }
    }
  }
}

function solutionParagraphs(inquiry: StoredInquiry, context: MailContext): string[] {
  const solution = analyse(inquiry, context)
  if (!solution) return []
  const { language } = inquiry
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const spare = t('custom.spare', { spareKw: number(solution.spareKw, language) })
  if (solution.messages.includes('generator-under-50-kw')) return [spare, t('custom.tooSmall')]
  if (solution.messages.includes('no-spare-power')) return [`${spare} ${t('custom.noSpare')}`]
  return [
    `${spare} ${t('custom.fits', { boxes: boxList(solution, language, context) ?? '' })}`,
    ...(solution.messages.includes('quote-over-10-units') ? [t('custom.quote')] : []),
    t('custom.note'),
  ]
}

function analyse(inquiry: Inquiry, context: MailContext): CustomSolution | null {
  const { generatorCapacityKw, currentUsagePercent } = inquiry
  if (generatorCapacityKw === null || currentUsagePercent === null) return null
  // The Lottery Miner fits anywhere, so it says nothing about a ship.
  const boxes = context.catalogue.filter((entry) => !entry.anyGenerator)
  return analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
}

/** `2 × Shipminer 19, 1 × Shipminer 23 (coming soon)`, what can be ordered first; null when nothing fits. */
function boxList(solution: CustomSolution, language: Language, context: MailContext): string | null {
  const named = offeredBoxes(solution, context.catalogue).map(({ id, count, comingSoon }) => {
    const entry = context.catalogue.find((candidate) => candidate.id === id)
    const soon = comingSoon ? ` (${mailText(language, 'custom.soon')})` : ''
    return `${count} × ${entry?.name ?? id}${soon}`
  })
  return named.join(', ') || null
}

function number(value: number, language: Language): string {
  return numberFormat(language, { maximumFractionDigits: 1 }).format(value)
}
