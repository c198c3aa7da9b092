import type { ImportedEntry } from '@shipminer/contract/desk/bank'

/** The results of an import as a table of the shell. */
export const resultWords: Readonly<Record<ImportedEntry['result'], string>> = {
  booked: 'booked',
  known: 'known',
  open: 'to look at',
  outgoing: 'outgoing',
}

/** Why an entry has its status, in English; stored with it, and shown by the shell. */
export function describeReason({
  why,
  result,
  matches,
}: Pick<ImportedEntry, 'why' | 'result' | 'matches'>): string {
  switch (why) {
    case 'matched': {
      const words = matches.map(({ because, fit, differenceCents }) =>
        [because, fit === 'full' ? fit : `${fit} by ${(Math.abs(differenceCents) / 100).toFixed(2)}`].join(
          '; ',
        ),
      )
      return result === 'booked' ? (words[0] ?? '') : words.join(' | ')
    }
    case 'imported-before':
      return 'imported before'
    case 'taken-back':
      return ['taken back', ...matches.map(({ orderNumber }) => orderNumber)].join(' ')
    case 'maybe-imported':
      return 'looks like an entry that was imported before'
    case 'returned-to-us':
      return ['a payment of ours came back', ...matches.map(({ orderNumber }) => orderNumber)].join(' ')
    case 'failed':
      return 'could not be booked'
    default:
      return why
  }
}
