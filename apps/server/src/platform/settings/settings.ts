import { sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '../db/store.ts'

/**
 * Settings that are changed while servers run: the value in the database wins over the default, and is read each time it is needed, so that
 * all servers agree. To add one: its key, schema and default here.
 */
export const runTimeSettingSchemas = {
  /** Orders can be placed. */
  'orders.enabled': z.boolean(),
} as const satisfies Record<string, z.ZodType>

export type RunTimeSettings = {
  [Key in keyof typeof runTimeSettingSchemas]: z.infer<(typeof runTimeSettingSchemas)[Key]>
}

export type Settings = {
  /** The present value: the database's if it has a readable one, otherwise the default. */
  read<Key extends keyof RunTimeSettings>(db: Queryable, key: Key): Promise<RunTimeSettings[Key]>
  /** @returns the version of the value, counted from 1. */
  write<Key extends keyof RunTimeSettings>(
    db: Queryable,
    key: Key,
    value: RunTimeSettings[Key],
    change: { at: Date; by: string },
  ): Promise<number>
  /** The present value, and who set it. */
  inspect<Key extends keyof RunTimeSettings>(db: Queryable, key: Key): Promise<SettingState<Key>>
  /** Writes a value only if the version is still the one that was seen. @returns the new version; null: it has changed since. */
  replace<Key extends keyof RunTimeSettings>(
    db: Queryable,
    key: Key,
    value: RunTimeSettings[Key],
    change: { at: Date; by: string; version: number },
  ): Promise<number | null>
}

/** `version` 0: the default applies, no value has been written. */
export type SettingState<Key extends keyof RunTimeSettings> = {
  value: RunTimeSettings[Key]
  version: number
  changedAt: Date | null
  changedBy: string | null
}

/** The values until one has been written. */
export const defaultRunTimeSettings = (environment: { ORDERS_ENABLED: boolean }): RunTimeSettings => ({
  'orders.enabled': environment.ORDERS_ENABLED,
})

/** @param defaults the values until one has been written; from the environment. */
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
