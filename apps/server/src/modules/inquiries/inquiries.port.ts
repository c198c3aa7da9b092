export { isGreetable } from './greeting.ts'
export { listOpenInquiries, markInquiryHandled } from './inquiries.repository.ts'
export { leadAnswerMail } from './lead-mail.ts'
export {
  assignLead,
  closeLead,
  countOpenLeads,
  findLead,
  insertLeadAnswer,
  type LeadAnswerRow,
  type LeadRow,
  listLeadAnswers,
  lockLead,
  searchLeads,
} from './leads.repository.ts'
