export { isGreetable } from './greeting.ts'
export { listOpenInquiries, markInquiryHandled } from './inquiries.repository.ts'
export { leadAnswerMail } from './lead-mail.ts'
export {
  advanceLead,
  assignLead,
  closeLead,
  countDueLeads,
  countOpenLeads,
  countStages,
  findLead,
  insertLeadAnswer,
  type LeadAnswerRow,
  type LeadRow,
  listDueLeads,
  listLeadAnswers,
  listLeadsByIds,
  lockLead,
  pageLeads,
  searchLeads,
  trackLead,
} from './leads.repository.ts'
export {
  endWaiting,
  findWaitingAddress,
  listNotified,
  listWaiting,
  markNotified,
  type WaitingRow,
  waitOn,
} from './waiting.repository.ts'
