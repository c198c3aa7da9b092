import { controlEndpoints, type LogEntry } from '@shipminer/contract/control'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

export const historyKinds = [
  'command',
  'alert',
  'connection',
  'board',
  'change',
] as const satisfies readonly LogEntry['kind'][]
export type HistoryKind = (typeof historyKinds)[number]

/** The history, newest first, page by page; each page begins before the last entry of the one before. */
export function miningLogsQuery(filter: { kind: HistoryKind | null; search: string }) {
  return infiniteQueryOptions({
    queryKey: ['history', filter.kind, filter.search],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint(controlEndpoints.miningLogs, {
        query: {
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(filter.kind === null ? {} : { kind: filter.kind }),
          ...(filter.search === '' ? {} : { search: filter.search }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}
