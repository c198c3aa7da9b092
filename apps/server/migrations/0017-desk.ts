import { type Kysely, sql } from 'kysely'

/** The provider's desk: second factors of operators, what they did, and what became of leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE operator_secrets (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      sealed_secret text NOT NULL,
      last_step int8 NOT NULL DEFAULT 0,
      granted_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE session_factors (
      session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      proven_at timestamptz NOT NULL
    )`.execute(db)
  // Names as they were, without references: what happened stays, whoever goes.
  await sql`
    CREATE TABLE desk_audit (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      operator_id uuid,
      operator text NOT NULL,
      action text NOT NULL,
      subject text NOT NULL,
      reason text
    )`.execute(db)
  await sql`CREATE INDEX desk_audit_subject ON desk_audit (subject, id)`.execute(db)
  await sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER desk_audit_append_only BEFORE UPDATE OR DELETE ON desk_audit
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)
  await sql`ALTER TABLE inquiries ADD COLUMN assigned_to uuid REFERENCES users ON DELETE SET NULL`.execute(db)
  await sql`
    CREATE TABLE inquiry_answers (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      inquiry_id uuid NOT NULL REFERENCES inquiries ON DELETE CASCADE,
      at timestamptz NOT NULL,
      operator text NOT NULL,
      subject text NOT NULL,
      body text NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX inquiry_answers_of ON inquiry_answers (inquiry_id, id)`.execute(db)
}
