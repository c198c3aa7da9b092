import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest, migrationNames, NewerSchemaError } from './migrate.ts'
import { describeEachEngine } from './testing.ts'

describeEachEngine('bringing tables up to date', ({ store }) => {
  test('tables of a newer version are left as they are, and the operator is told', async () => {
    const { db } = store()
    const last = (await migrationNames(db)).at(-1) ?? ''
    const rename = (from: string, to: string) =>
      sql`UPDATE kysely_migration SET name = ${to} WHERE name = ${from}`.execute(db)
    await rename(last, '9999-of-tomorrow')
    try {
      const refused = migrateToLatest(store())
      await expect(refused).rejects.toBeInstanceOf(NewerSchemaError)
      await expect(refused).rejects.toThrow('of a newer version of this program (9999-of-tomorrow)')
    } finally {
      await rename('9999-of-tomorrow', last)
    }
    expect(await migrateToLatest(store())).toEqual([])
  })

  test('of a change that fails both its name and what the database said of it are told', async () => {
    const { db } = store()
    const applied = await migrationNames(db)
    const { rows } = await sql<{ name: string; timestamp: string }>`
      DELETE FROM kysely_migration WHERE name >= '0355' RETURNING name, timestamp`.execute(db)
    try {
      await expect(migrateToLatest(store())).rejects.toThrow(
        /0355-unreadable-on-board: column "settings_lost" .*already exists/,
      )
    } finally {
      for (const { name, timestamp } of rows)
        await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, ${timestamp})`.execute(db)
    }
    expect(await migrationNames(db)).toEqual(applied)
  })
})
