import type { Language } from '@shipminer/i18n/languages'

/** A request that has everything it needs. */
export type Inquiry = {
  kind: 'contact' | 'notify-me' | 'custom' | 'waiting-list'
  name: string | null
  email: string
  phone: string | null
  language: Language
  subject: string | null
  subjectKind: string | null
  productId: string | null
  message: string | null
  shipType: string | null
  generatorCapacityKw: number | null
  currentUsagePercent: number | null
}
