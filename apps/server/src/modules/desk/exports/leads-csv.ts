import type { Lead } from '@shipminer/contract/desk'
import { type Columns, isoTime } from '@shipminer/domain/csv-table'

export const leadColumns: Columns<Lead> = {
  reference: ({ reference }) => reference,
  kind: ({ kind }) => kind,
  createdAt: ({ createdAt }) => isoTime(createdAt),
  handledAt: ({ handledAt }) => isoTime(handledAt),
  assignedTo: ({ assignedTo }) => assignedTo,
  language: ({ language }) => language,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  subject: ({ subject }) => subject,
  product: ({ product }) => product,
  shipType: ({ shipType }) => shipType,
  generatorCapacityKw: ({ generatorCapacityKw }) => generatorCapacityKw,
  currentUsagePercent: ({ currentUsagePercent }) => currentUsagePercent,
  spareKw: ({ spareKw }) => spareKw,
  fittingProducts: ({ fittingProducts }) => fittingProducts.join(' '),
  stage: ({ stage }) => stage,
  nextContactOn: ({ nextContactOn }) => nextContactOn,
  source: ({ source }) => source,
  lostReason: ({ lostReason }) => lostReason,
  message: ({ message }) => message,
}
