import { type Kysely, sql } from 'kysely'

/**
 * The words that the desk finds rows by, one index a table. `desk_words` is lower case without signs and accents, whatever the
 * database takes for a letter, so that a part of a number, an IBAN or an address is found by how it begins. Queries must name the very expression of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION desk_words(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT to_tsvector('simple'::regconfig, regexp_replace(translate(lower(words),
      'ÀÁÂÃÄÅĂĄàáâãäåăąÇĆČçćčĎďÈÉÊËĘĚèéêëęěÌÍÎÏìíîïÑŃŇñńňÒÓÔÕÖŐòóôõöőŘřŚŠŞȘśšşșŢȚŤţțťÙÚÛÜŮŰùúûüůűÝýÿŹŻŽźżžØøŁł',
      'aaaaaaaaaaaaaaaaccccccddeeeeeeeeeeeeiiiiiiiinnnnnnoooooooooooorrssssssssttttttuuuuuuuuuuuuyyyzzzzzzooll'), '[^a-z0-9\u0080-\uffff]+', ' ', 'g')) $$`.execute(
    db,
  )
  await sql`
    CREATE INDEX users_desk_words ON users USING gin
    (desk_words(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '')))`.execute(
    db,
  )
  await sql`
    CREATE INDEX orders_desk_words ON orders USING gin
    (desk_words(number || ' ' || email || ' ' || bank_reference || ' ' || coalesce(buyer->>'firstName', '') || ' ' || coalesce(buyer->>'lastName', '') || ' ' || coalesce(buyer->>'company', '')))`.execute(
    db,
  )
  await sql`CREATE INDEX invoices_desk_words ON invoices USING gin (desk_words(number))`.execute(db)
  await sql`
    CREATE INDEX ships_desk_words ON ships USING gin
    (desk_words(name || ' ' || coalesce(registration_number, '') || ' ' || coalesce(home_port, '')))`.execute(
    db,
  )
  await sql`
    CREATE INDEX controllers_desk_words ON controllers USING gin
    (desk_words(id || ' ' || name || ' ' || coalesce(location, '')))`.execute(db)
  await sql`
    CREATE INDEX miners_desk_words ON miners USING gin
    (desk_words(coalesce(name, '') || ' ' || coalesce(serial, '') || ' ' || coalesce(mac_address, '') || ' ' || coalesce(hostname, '')))`.execute(
    db,
  )
  await sql`
    CREATE INDEX payment_intents_desk_words ON payment_intents USING gin (desk_words(address))`.execute(db)
  await sql`CREATE INDEX observed_payments_desk_words ON observed_payments USING gin (desk_words(tx_id))`.execute(
    db,
  )
  await sql`
    CREATE INDEX bank_entries_desk_words ON bank_entries USING gin
    (desk_words(coalesce(counterparty_name, '') || ' ' || coalesce(counterparty_iban, '') || ' ' || coalesce(reference, '') || ' ' || remittance))`.execute(
    db,
  )
  await sql`CREATE INDEX bank_entries_amount ON bank_entries (amount_cents)`.execute(db)
  await sql`
    CREATE INDEX fault_reports_desk_words ON fault_reports USING gin
    (desk_words(reference || ' ' || coalesce(ship_name, '') || ' ' || coalesce(miner_name, '')))`.execute(db)
  await sql`
    CREATE INDEX inquiries_desk_words ON inquiries USING gin
    (desk_words(reference || ' ' || coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, '')))`.execute(
    db,
  )
  // Whether the same was searched for a moment ago.
  await sql`CREATE INDEX desk_audit_of_operator ON desk_audit (operator_id, action, at)`.execute(db)
}
