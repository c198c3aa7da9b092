import { sql } from 'kysely'

/** Restricts values of single miners to those of the present owner. For rows with `controller_id` and `bucket`. */
export const ownHistory = sql`NOT EXISTS (
  SELECT FROM controllers h WHERE h.history_from IS NOT NULL AND h.id = controller_id AND bucket < h.history_from)`
