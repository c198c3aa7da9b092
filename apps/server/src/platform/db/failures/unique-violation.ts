/** Whether an error is PostgreSQL's refusal of a second row with the same unique value (code 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === '23505'
}
