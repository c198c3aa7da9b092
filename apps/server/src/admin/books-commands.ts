import { writeFile } from 'node:fs/promises'
import { bookFormats } from '@shipminer/contract/desk/books'
import { languages } from '@shipminer/i18n/languages'
import * as z from 'zod'
import { type BooksDeps, exportBooks } from '../modules/books/books.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'

/** The books, from the operator's shell. */
export function createBooksCommands(deps: BooksDeps): AdminCommands {
  return {
    'books:export': adminCommand({
      describe:
        'Write the books of a span to a file: --from 2026-01-01 --to 2026-12-31 --file books.csv [--format csv|xaf4|xaf|datev] [--language nl|en|de|ro]. xaf4 (4.0), xaf (3.2) and datev hold one calendar year',
      args: z.strictObject({
        from: z.iso.date(),
        to: z.iso.date(),
        file: z.string().min(1).max(4_000),
        format: z.enum(bookFormats).default('csv'),
        language: z.enum(languages).default('nl'),
      }),
      async run({ file, ...request }) {
        const { content, entries, debitCents, leftOut } = await exportBooks(deps, request)
        // Books of others are nobody else's business.
        await writeFile(file, content, { mode: 0o600 })
        const euro = (debitCents / 100).toFixed(2)
        return { file, entries, debitEuro: euro, creditEuro: euro, ...leftOut }
      },
    }),
  }
}
