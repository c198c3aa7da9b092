import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Store } from '../src/platform/db/store.ts'
import type { TestApp } from './build-test-app.ts'

/** A lease is over in the moment in which it is taken, as when the word of its holder does not reach the database: each copy holds every job. */
export async function loseEveryLease({ db }: Store): Promise<void> {
  await sql`
    CREATE FUNCTION lose_lease() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.lease_until := NULL;
      NEW.due_at := NULL;
      RETURN NEW;
    END $$`.execute(db)
  await sql`CREATE TRIGGER lose_lease BEFORE INSERT OR UPDATE ON job_runs FOR EACH ROW EXECUTE FUNCTION lose_lease()`.execute(
    db,
  )
}

/** All jobs of two new copies, once each, at the same time. */
export async function runTogether(store: Store, build: () => Promise<TestApp>): Promise<void> {
  const copies = [await build(), await build()]
  const jobs = (await copies[0]?.jobs.report())?.length
  await store.db.deleteFrom('jobRuns').execute()
  for (const copy of copies) copy.jobs.start()
  const ended = async () =>
    (await store.db.selectFrom('jobRuns').select('name').where('lastFinishedAt', 'is not', null).execute())
      .length
  await expect.poll(ended, { timeout: 60_000 }).toBe(jobs)
  // The other copy has begun each of them as well, and ends it.
  await sleep(100)
  for (const copy of copies) await copy.jobs.stop()
  for (const copy of copies) await copy.server.close()
}
