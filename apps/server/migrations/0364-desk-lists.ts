import { type Kysely, sql } from 'kysely'

/**
 * What the desk searches leads, fault reports and offers by, as one text of each: its words in lower case without signs and accents, a space before and
 * behind each, split where `searchTerms` splits what is searched for, in every locale. And of each list one index in its order that holds what it filters,
 * counts and searches by: which rows are on a page of 100,000 is read from it alone. No text that is taken is as long as is kept, so that a row always fits
 * into the index, whatever is in it; letters of four bytes are none here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION list_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT ' ' || left(regexp_replace(translate(lower(regexp_replace(normalize(left(words, 600), NFD), '[\u0300-\u036f]+', '', 'g')),
      'ØøŁłĐĦĲĿŊŒŦÆÐÞẞ', 'oollđħĳŀŋœŧæðþß'),
      '[^a-z0-9\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0370-\u1fff\u2070\u2071\u2074-\u2079\u207f-\u2089\u2090-\u209c\u2160-\u2188\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u2c00-\u2dff\u3005-\u3007\u3021-\ufdff\ufe70-\ufefc\uff10-\uffdc]+',
      ' ', 'g'), 600) || ' ' $$`.execute(db)
  await sql`
    ALTER TABLE inquiries ADD COLUMN search_words text GENERATED ALWAYS AS (list_words(coalesce(name, '') || ' ' || email || ' ' ||
      coalesce(phone, '') || ' ' || reference)) STORED`.execute(db)
  await sql`
    ALTER TABLE fault_reports ADD COLUMN search_words text GENERATED ALWAYS AS (list_words(reference || ' ' || coalesce(ship_name, '') || ' ' ||
      coalesce(miner_name, ''))) STORED`.execute(db)
  await sql`
    ALTER TABLE offers ADD COLUMN search_words text GENERATED ALWAYS AS (list_words(number || ' ' || email || ' ' ||
      coalesce(buyer->>'firstName', '') || ' ' || coalesce(buyer->>'lastName', '') || ' ' || coalesce(buyer->>'company', ''))) STORED`.execute(
    db,
  )
  await sql`
    CREATE INDEX inquiries_list ON inquiries (created_at DESC, id)
    INCLUDE (kind, stage, handled_at, next_contact_on, search_words)`.execute(db)
  await sql`
    CREATE INDEX fault_reports_list ON fault_reports (moved_at DESC, id)
    INCLUDE (state, asked_at, answered_at, user_id, reference, search_words)`.execute(db)
  await sql`
    CREATE INDEX offers_list ON offers (created_at DESC, id)
    INCLUDE (order_id, withdrawn_at, valid_until, number, unit_gross_cents, quantity, search_words)`.execute(
    db,
  )
  // The same without the rest, which it is now a part of.
  await sql`DROP INDEX offers_created_at`.execute(db)
}
