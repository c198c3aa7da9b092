import { defaultChart, parseChart } from '@shipminer/domain/books/chart'
import { parseDatevClient } from '@shipminer/domain/books/datev'
import type { Config } from '../../config.ts'
import type { BooksDeps } from './books.service.ts'

/** What the settings say about the books. */
export function booksSettings(config: Config): Omit<BooksDeps, 'store' | 'clock'> {
  const { BOOKS_ACCOUNTS, BOOKS_DATEV, company, PRODUCT_NAME, VERSION } = config
  return {
    // Checked with the other settings.
    chart: parseChart(BOOKS_ACCOUNTS) ?? defaultChart,
    datev: BOOKS_DATEV === undefined ? null : parseDatevClient(BOOKS_DATEV),
    company,
    productName: PRODUCT_NAME,
    version: VERSION,
  }
}
