import { sql } from 'kysely'

/** The worker that a miner `m` is named by: the first it was known by, so that another or a missing one does not rename it. */
export const namedWorker = sql<string | null>`coalesce('.' || m.called,
  jsonb_path_query_first(m.detail, '$.pools[*] ? (@.active == true).user') #>> '{}')`
