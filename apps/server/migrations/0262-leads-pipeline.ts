import { type Kysely, sql } from 'kysely'

/** How far an inquiry is on its way to an order, when its sender is to be spoken to next, where it came from, and why it led to nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE inquiries
      ADD COLUMN stage text NOT NULL DEFAULT 'new'
        CHECK (stage IN ('new', 'talking', 'offered', 'won', 'lost')),
      ADD COLUMN next_contact_on date,
      ADD COLUMN source text,
      ADD COLUMN lost_reason text`.execute(db)
  await sql`
    UPDATE inquiries i SET stage = 'talking'
    WHERE EXISTS (SELECT 1 FROM inquiry_answers a WHERE a.inquiry_id = i.id)`.execute(db)
  await sql`
    UPDATE inquiries i SET stage = CASE WHEN o.accepted THEN 'won' ELSE 'offered' END
    FROM (SELECT inquiry_id, bool_or(order_id IS NOT NULL) AS accepted FROM offers
          WHERE inquiry_id IS NOT NULL GROUP BY inquiry_id) o
    WHERE o.inquiry_id = i.id`.execute(db)
  await sql`CREATE INDEX inquiries_stage ON inquiries (stage, created_at)`.execute(db)
  await sql`
    CREATE INDEX inquiries_next_contact ON inquiries (next_contact_on) WHERE next_contact_on IS NOT NULL`.execute(
    db,
  )
}
