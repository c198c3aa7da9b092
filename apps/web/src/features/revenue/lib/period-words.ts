import { dateFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'

const day = /^\d{4}-\d\d-\d\d$/
const month = /^\d{4}-\d\d$/

/** A day, a month or a span of them in the reader's form. Its days are those of the ship, wherever the reader is. */
export function periodWords(language: Language, period: string): string {
  const [from = '', to = ''] = period.split('/')
  const write = (options: Intl.DateTimeFormatOptions) => dateFormat(language, { ...options, timeZone: 'UTC' })
  const days = write({ day: 'numeric', month: 'short', year: 'numeric' })
  if (day.test(from) && day.test(to)) return days.formatRange(Date.parse(from), Date.parse(to))
  if (day.test(period)) return days.format(Date.parse(period))
  if (month.test(period)) return write({ month: 'long', year: 'numeric' }).format(Date.parse(`${period}-01`))
  return period
}
