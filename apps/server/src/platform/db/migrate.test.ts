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
})
