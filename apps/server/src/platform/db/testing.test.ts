import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { listTables } from '../backup/backup-catalog.ts'
import { describeEachEngine, openTestStore, resetTestStore } from './testing.ts'

describeEachEngine('resetTestStore', ({ engine, store }) => {
  const run = (statement: string) => sql.raw(statement).execute(store().db)
  const addController = (id = 'SM-1') =>
    run(`INSERT INTO controllers (id, name, claim_key_hash) VALUES ('${id}', 'one', '\\x01')`)
  const addMiner = async (controllerId = 'SM-1') => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO miners (controller_id, device_key) VALUES (${controllerId}, 'mac:01') RETURNING id`.execute(
      store().db,
    )
    return rows[0]?.id
  }
  const addAudit = () =>
    run(`INSERT INTO desk_audit (at, operator, action, subject) VALUES (now(), 'someone', 'looked', 'SM-1')`)
  const addHour = () =>
    run(`
      INSERT INTO miner_1h (bucket, miner_id, hash_gh, blind_hash_gh, energy_j, difficulty_milli, n, difficulty_n,
        seconds, mining_seconds, hashrate_seconds, power_seconds, controller_id)
      VALUES ('2026-01-01', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'SM-1')`)
  const filledTables = async () => {
    const filled: string[] = []
    for (const { name } of await listTables(store().db)) {
      const { rows } = await sql<{ some: boolean }>`
        SELECT EXISTS (SELECT FROM ${sql.table(name)}) AS some`.execute(store().db)
      if (rows[0]?.some && !name.startsWith('kysely')) filled.push(name)
    }
    return filled.sort()
  }

  beforeEach(async () => {
    await resetTestStore(store())
  })

  it('empties tables that refer to each other, tables that only grow and partitions, and starts ids anew', async () => {
    await addController()
    expect(await addMiner()).toBe(1)
    await addAudit()
    await run(
      `CREATE TABLE miner_1h_test PARTITION OF miner_1h FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')`,
    )
    await addHour()
    expect(await filledTables()).toEqual(['controllers', 'desk_audit', 'miner_1h_test', 'miners'])

    await resetTestStore(store())
    expect(await filledTables()).toEqual([])
    await addController()
    expect(await addMiner()).toBe(1)
    await run('DROP TABLE miner_1h_test')
  })

  it('starts a sequence anew whose table kept nothing of what used it', async () => {
    await expect(addMiner('SM-NONE')).rejects.toMatchObject({ code: '23503' })
    await resetTestStore(store())
    await addController()
    expect(await addMiner()).toBe(1)
  })

  it('leaves references and triggers at work', async () => {
    await addController()
    await resetTestStore(store())
    await expect(addMiner()).rejects.toMatchObject({ code: '23503' })
    await addAudit()
    await expect(run(`UPDATE desk_audit SET subject = 'another'`)).rejects.toThrow('append-only')
    await expect(run('DELETE FROM desk_audit')).rejects.toThrow('append-only')
  })

  it('waits for a transaction that still runs, and takes away what it wrote', async () => {
    let reset: Promise<void> | null = null
    await store()
      .db.transaction()
      .execute(async (trx) => {
        await sql`INSERT INTO controllers (id, name, claim_key_hash) VALUES ('SM-LATE', 'late', '\\x01')`.execute(
          trx,
        )
        reset = resetTestStore(store())
        await sql`SELECT pg_sleep(0.2)`.execute(trx)
      })
    await reset
    expect(await filledTables()).toEqual([])
  })

  it('gives back the room of a table that has grown large', async () => {
    await addController()
    const bytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        SELECT pg_relation_size('board_events')::int8 AS bytes`.execute(store().db)
      return rows[0]?.bytes
    }
    await run(`
      INSERT INTO board_events (controller_id, at, kind, count)
      SELECT 'SM-1', now(), 'many', 1 FROM generate_series(1, 20000)`)
    await resetTestStore(store())
    expect(await bytes()).toBe(0)
  })

  it('refuses what a test left running once its store was given back', async () => {
    const lent = await openTestStore(engine)
    const write = (db: typeof lent.db) =>
      sql`INSERT INTO job_runs (name) VALUES ('left running') ON CONFLICT DO NOTHING`.execute(db)
    await write(lent.db)
    await lent.close()
    const refusal = 'this test store was given back'
    await expect(write(lent.db)).rejects.toThrow(refusal)
    await expect(lent.db.transaction().execute(write)).rejects.toThrow(refusal)
    await expect(lent.db.deleteFrom('jobRuns').execute()).rejects.toThrow(refusal)
    await expect(write(lent.maintenance)).rejects.toThrow(refusal)
  })
})
