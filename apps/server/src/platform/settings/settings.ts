import { sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '../db/store.ts'

/**
 * Settings that are changed while servers run: what the database says wins over the default, and is read each time it is needed, so that
 * all servers agree. To add one: its key and schema here, its default where settings are made.
 */
export const runTimeSettingSchemas = {
  /** Orders can be placed. */
  'orders.enabled': z.boolean(),
} as const satisfies Record<string, z.ZodType>

export type RunTimeSettings = {
  [Key in keyof typeof runTimeSettingSchemas]: z.infer<(typeof runTimeSettingSchemas)[Key]>
}

export type Settings = {
  /** The value that holds now: the database's if it has a readable one, else the default. */
  read<Key extends keyof RunTimeSettings>(db: Queryable, key: Key): Promise<RunTimeSettings[Key]>
  /** @returns the version of the value, counted from 1. */
  write<Key extends keyof RunTimeSettings>(
    db: Queryable,
    key: Key,
    value: RunTimeSettings[Key],
    change: { at: Date; by: string },
  ): Promise<number>
}

/** @param defaults what holds until somebody has written a value; comes from the environment. */
export function createSettings(defaults: RunTimeSettings): Settings {
  return {
    async read(db, key) {
      const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
      const stored = runTimeSettingSchemas[key].safeParse(row?.value)
      return stored.success ? stored.data : defaults[key]
    },
    async write(db, key, value, { at, by }) {
      const change = { value: JSON.stringify(value), changedAt: at, changedBy: by }
      const { version } = await db
        .insertInto('settings')
        .values({ key, version: 1, ...change })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ ...change, version: sql`settings.version + 1` }),
        )
        .returning('version')
        .executeTakeFirstOrThrow()
      return version
    },
  }
}
