import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { insertOwner } from '../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { lockUser } from './users.repository.ts'

describeEachEngine('a locked account', ({ store, engine }) => {
  afterEach(() => resetTestStore(store()))

  // The embedded engine runs one transaction at a time.
  test.skipIf(engine === 'embedded')(
    'keeps no session from being opened: a login that holds the password would wait for its change, and that for the login',
    async () => {
      const userId = await insertOwner(store().db, { name: 'Jan' })
      const at = new Date()
      await store()
        .db.transaction()
        .execute(async (trx) => {
          await lockUser(trx, userId)
          const opened = await store()
            .db.transaction()
            .execute(async (login) => {
              await sql`SET LOCAL lock_timeout = '2s'`.execute(login)
              const session = { userId, bindingHash: null, createdAt: at, absoluteExpiresAt: at }
              return login.insertInto('sessions').values(session).returning('id').execute()
            })
          expect(opened).toHaveLength(1)
        })
    },
  )
})
