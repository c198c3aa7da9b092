/** The day these versions of the texts hold from. `legal.test.ts` notices texts that changed without it. */
export const legalVersionAt = Date.UTC(2026, 10, 28)

/** The parts of each text in order; `<document>.<part>.title` and `.text` in the texts, paragraphs parted by a line break. */
export const legalParts = {
  terms: [
    'scope',
    'offer',
    'price',
    'payment',
    'delivery',
    'withdrawal',
    'guarantee',
    'earnings',
    'service',
    'liability',
    'complaints',
  ],
  privacy: ['what', 'wallet', 'why', 'sharing', 'retention', 'browser', 'security', 'rights', 'complaint'],
} as const

export type LegalDocumentId = keyof typeof legalParts
