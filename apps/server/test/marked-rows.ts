import { sql } from 'kysely'
import type { Store } from '../src/platform/db/store.ts'

/** Rows of the jobs themselves, which are written whatever becomes of an owner. */
const notWatched = ['job_runs']

/**
 * Watches every row that names one of these texts, wherever it is written. A name that is refused is one that the database will not have: the
 * row breaks a rule of its own, and the statement fails for good.
 */
export async function watchMarkedRows<Name extends string>(
  store: Store,
  namesOfMarks: Record<Name, readonly string[]>,
) {
  const { db } = store
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(
    `CREATE TABLE test_marks (name text NOT NULL, mark text NOT NULL, is_refused boolean NOT NULL DEFAULT false)`,
  )
  await run(`CREATE TABLE test_writes (name text NOT NULL, kind text NOT NULL)`)
  await run(`CREATE FUNCTION test_watch() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      told text := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD)::text ELSE to_jsonb(NEW)::text END;
      found record;
    BEGIN
      FOR found IN SELECT DISTINCT name, is_refused FROM test_marks WHERE position(mark IN told) > 0 LOOP
        IF found.is_refused THEN
          RAISE EXCEPTION 'a row of % is refused', TG_TABLE_NAME USING ERRCODE = 'check_violation';
        END IF;
        INSERT INTO test_writes VALUES (found.name, lower(TG_OP) || ' ' || regexp_replace(TG_TABLE_NAME, '_\\d{6,8}$', ''));
      END LOOP;
      RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END $$`)
  const { rows } = await sql<{ table: string }>`
    SELECT c.relname AS "table" FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT LIKE 'test\\_%'`.execute(db)
  for (const { table } of rows.filter((row) => !notWatched.includes(row.table)))
    await run(
      `CREATE TRIGGER test_watch BEFORE INSERT OR UPDATE OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION test_watch()`,
    )
  for (const [name, marks] of Object.entries<readonly string[]>(namesOfMarks))
    for (const mark of marks)
      await sql`INSERT INTO test_marks (name, mark) VALUES (${name}, ${mark})`.execute(db)
  return {
    /** From now on only rows of these names are refused. */
    refuse: (...names: Name[]) =>
      sql`UPDATE test_marks SET is_refused = name = ANY(${sql.val(names)}::text[])`.execute(db),
    /** What was written since the last call, by name: `insert mails`, each once. */
    async taken(): Promise<Record<Name, string[]>> {
      const { rows } = await sql<{ name: string; kind: string }>`
        WITH gone AS (DELETE FROM test_writes RETURNING name, kind)
        SELECT DISTINCT name, kind FROM gone ORDER BY name, kind`.execute(db)
      const byName = Map.groupBy(rows, ({ name }) => name)
      return Object.fromEntries(
        Object.keys(namesOfMarks).map((name) => [name, (byName.get(name) ?? []).map(({ kind }) => kind)]),
      ) as Record<Name, string[]>
    },
    async stop() {
      await run('DROP FUNCTION test_watch CASCADE')
      await run('DROP TABLE test_writes, test_marks')
    },
  }
}
