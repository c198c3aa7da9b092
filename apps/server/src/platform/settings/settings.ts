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
  /** The value that holds now, and whose it is. */
  inspect<Key extends keyof RunTimeSettings>(db: Queryable, key: Key): Promise<SettingState<Key>>
  /** Writes a value only where the version is still the one that was looked at. @returns the new version; null: it is another by now. */
  replace<Key extends keyof RunTimeSettings>(
    db: Queryable,
    key: Key,
    value: RunTimeSettings[Key],
    change: { at: Date; by: string; version: number },
  ): Promise<number | null>
}

/** `version` 0: the default holds, nobody has written a value. */
export type SettingState<Key extends keyof RunTimeSettings> = {
  value: RunTimeSettings[Key]
  version: number
  changedAt: Date | null
  changedBy: string | null
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
    async inspect(db, key) {
      const row = await db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst()
      const stored = runTimeSettingSchemas[key].safeParse(row?.value)
      return {
        value: stored.success ? stored.data : defaults[key],
        version: row?.version ?? 0,
        changedAt: row?.changedAt ?? null,
        changedBy: row?.changedBy ?? null,
      }
    },
    async replace(db, key, value, { at, by, version }) {
      const change = { value: JSON.stringify(value), changedAt: at, changedBy: by }
      const written =
        version === 0
          ? await db
              .insertInto('settings')
              .values({ key, version: 1, ...change })
              .onConflict((conflict) => conflict.column('key').doNothing())
              .returning('version')
              .executeTakeFirst()
          : await db
              .updateTable('settings')
              .set({ ...change, version: version + 1 })
              .where('key', '=', key)
              .where('version', '=', version)
              .returning('version')
              .executeTakeFirst()
      return written?.version ?? null
    },
  }
}
