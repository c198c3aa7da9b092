import type { Lead } from '@shipminer/contract/desk'

/** A lead for tests. */
export const lead: Lead = {
  id: 'l1',
  reference: 'C-7K3QXMPA',
  kind: 'contact',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  handledAt: null,
  assignedTo: null,
  language: 'nl',
  name: 'Jan',
  email: 'jan@schip.nl',
  phone: null,
  subject: 'Vraag',
  product: null,
  message: 'Hallo',
  shipType: null,
  generatorCapacityKw: null,
  currentUsagePercent: null,
  spareKw: null,
  fittingProducts: [],
  answers: [],
  stage: 'new',
  nextContactOn: null,
  source: null,
  lostReason: null,
}
