import { sql } from 'kysely'

/** Whether a column holds one of these addresses, in whatever letters; no address: it does not. `lower(column)` has an index. */
export const isOneOfEmails = (column: string, emails: readonly string[]) =>
  sql<boolean>`lower(${sql.ref(column)}) = ANY(${sql.val(emails.map((one) => one.toLowerCase()))}::text[])`
