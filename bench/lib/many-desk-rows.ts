import { sql } from 'kysely'
import type { Store } from '../../apps/server/src/platform/db/store.ts'

/** Of the rows of each kind; an order, a refund, an offer that was accepted belong together. */
export type DeskRows = { count: number; productId: string; now: number }

/**
 * Leads, offers, fault reports, refunds and lines of the audit log, as many of each, a minute apart, of the orders and owners that are there. A tenth of the
 * leads waits for an answer, a tenth of the reports is open, a twentieth of the refunds is to be paid; of the offers four in ten were accepted,
 * a tenth is open, a tenth withdrawn, and the rest expired.
 */
export async function writeDeskRows(db: Store['db'], { count, productId, now }: DeskRows): Promise<void> {
  const rows = sql`generate_series(1, ${count}::int) g`
  const at = sql`${new Date(now).toISOString()}::timestamptz - g * interval '1 minute'`
  const day = sql`${new Date(now).toISOString().slice(0, 10)}::date`
  await sql`
    INSERT INTO inquiries (reference, kind, name, email, phone, language, message, product_id, created_at, handled_at, stage, next_contact_on)
    SELECT 'L-' || lpad(g::text, 6, '0'), k.kind, 'Jan Schipper ' || g, 'lead' || g || '@vloot.nl', '+3161' || lpad(g::text, 7, '0'), 'nl', 'Past de box bij ons?',
      CASE WHEN k.kind = 'notify-me' THEN ${productId} END, ${at}, CASE WHEN g % 10 > 0 THEN ${at} + interval '20 seconds' END,
      (ARRAY['new', 'talking', 'offered', 'won', 'lost', 'lost'])[1 + g / 10 % 6], CASE WHEN g % 40 = 11 THEN ${day} + g % 90 - 10 END
    FROM ${rows}, LATERAL (SELECT (ARRAY['contact', 'contact', 'contact', 'custom', 'waiting-list', 'notify-me'])[1 + g % 6] AS kind) k`.execute(
    db,
  )
  await sql`INSERT INTO ships (user_id, name) SELECT id, 'Ms Vloot ' || row_number() OVER (ORDER BY id) FROM users ORDER BY id LIMIT 1000`.execute(
    db,
  )
  await sql`
    INSERT INTO fault_reports (reference, user_id, ship_id, ship_name, miner_name, subject, state, opened_at, asked_at, answered_at, moved_at, closed_at, data)
    SELECT 'F-' || lpad(g::text, 6, '0'), s.user_id, s.id, s.name, 'hydro-' || g % 60, 'other', f.state, ${at}, ${at},
      CASE WHEN f.state <> 'waiting-for-us' OR g % 40 = 0 THEN ${at} + interval '1 hour' END, ${at} + interval '1 hour',
      CASE WHEN f.state = 'closed' THEN ${at} + interval '1 hour' END, jsonb_build_object('miners', repeat('x', 1000))
    FROM ${rows}
    JOIN (SELECT id, user_id, name, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM ships) s ON s.place = g % s.places,
    LATERAL (SELECT CASE WHEN g % 20 = 0 THEN 'waiting-for-us' WHEN g % 20 = 1 THEN 'waiting-for-owner' ELSE 'closed' END AS state) f`.execute(
    db,
  )
  await sql`
    INSERT INTO fault_messages (report_id, at, kind, by, author, body)
    SELECT id, opened_at + n * interval '1 minute', 'message', CASE WHEN n = 0 THEN 'owner' ELSE 'desk' END, 'Anna', 'De miner doet niets meer.'
    FROM fault_reports, generate_series(0, 1) n WHERE n = 0 OR answered_at IS NOT NULL`.execute(db)
  await sql`
    INSERT INTO offers (id, number, key_hash, product_id, product_name, quantity, unit_gross_cents, language, email, buyer, valid_until, operator, created_at, withdrawn_at, order_id, accepted_at)
    SELECT gen_random_uuid(), 'OF-2026-' || lpad(g::text, 6, '0'), decode(md5(g::text), 'hex'), ${productId}, 'Box', 1 + g % 3, 100000 + g, 'nl', 'buyer' || g || '@rederij.nl',
      jsonb_build_object('firstName', 'Piet', 'lastName', 'Schipper ' || g, 'company', 'Rederij ' || g % 977), ${day} + CASE WHEN g % 10 = 4 THEN 10 ELSE -10 END, 'Anna', ${at},
      CASE WHEN g % 10 = 5 THEN ${at} END, CASE WHEN g % 10 < 4 THEN o.id END, CASE WHEN g % 10 < 4 THEN ${at} END
    FROM ${rows} LEFT JOIN (SELECT id, row_number() OVER (ORDER BY number) AS place FROM orders) o ON o.place = g`.execute(
    db,
  )
  await sql`
    INSERT INTO refunds (id, order_id, amount_cents, reason, status, requested_at, settled_at, paid_way, paid_reference, paid_on, paid_by)
    SELECT gen_random_uuid(), o.id, 1000 + g, 'withdrawal', f.status, ${at}, f.at, f.way, f.way || g, f.at::date, CASE WHEN f.way IS NOT NULL THEN 'Anna' END
    FROM ${rows} JOIN (SELECT id, row_number() OVER (ORDER BY number) AS place FROM orders) o ON o.place = g,
    LATERAL (SELECT CASE WHEN g % 20 = 0 THEN 'requested' ELSE 'paid' END AS status, CASE WHEN g % 20 > 0 THEN ${at} + interval '1 hour' END AS at,
      CASE WHEN g % 20 > 0 THEN 'bank' END AS way) f`.execute(db)
  await sql`
    INSERT INTO desk_audit (at, operator_id, operator, action, subject, reason)
    SELECT ${at}, NULL, (ARRAY['Anna', 'Bram', 'Cees'])[1 + g % 3], (ARRAY['order.read', 'lead.answer', 'customer.read', 'service.answer'])[1 + g % 4],
      CASE g % 4 WHEN 0 THEN 'order ' || (SELECT number FROM orders LIMIT 1) WHEN 1 THEN 'lead L-' || lpad(g::text, 6, '0')
        WHEN 2 THEN 'customer ' || ('00000000-0000-4000-8000-' || lpad(to_hex(1 + g % 1000), 12, '0')) ELSE 'service F-' || lpad(g::text, 6, '0') END,
      CASE WHEN g % 50 = 0 THEN 'as agreed by telephone ' || g END
    FROM ${rows}`.execute(db)
}
