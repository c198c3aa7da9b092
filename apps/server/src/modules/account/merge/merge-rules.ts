import type { MergedThing } from '@shipminer/contract/desk/merge'

/**
 * What becomes of a column that names an account when that account is merged into another.
 * - `moves`: every row is the other's from then on.
 * - `fills`: a row moves where the other has none of the same `key`; without a key, where the other has no row at all. What is left goes with the account.
 * - `ends`: goes with the account, or names nobody, for a reason.
 */
export type MergeRule = { table: string; column: string } & (
  | { how: 'moves'; what: MergedThing | null }
  | { how: 'fills'; key: readonly string[]; what: MergedThing | null }
  | { how: 'ends'; why: string }
)

const moves = (what: MergedThing | null, ...columns: string[]): MergeRule[] =>
  columns.map((name) => ({ ...split(name), how: 'moves', what }))
const fills = (what: MergedThing | null, name: string, ...key: string[]): MergeRule => ({
  ...split(name),
  how: 'fills',
  key,
  what,
})
const ends = (why: string, ...columns: string[]): MergeRule[] =>
  columns.map((name) => ({ ...split(name), how: 'ends', why }))

function split(name: string) {
  const [table = '', column = ''] = name.split('.')
  return { table, column }
}

/** Every column of the database that names an account, in the order in which they are moved. A test compares it with the database. */
export const mergeRules: readonly MergeRule[] = [
  ...moves('ships', 'ships.user_id'),
  ...moves('controllers', 'controllers.owner_id'),
  ...moves('orders', 'orders.user_id'),
  ...moves('payments', 'payment_intents.user_id'),
  ...moves('receipts', 'receipts.user_id'),
  ...moves('payouts', 'payouts.user_id', 'payout_run_lines.user_id'),
  fills('payoutAddress', 'payout_address_events.user_id'),
  ...moves('pools', 'pool_addresses.user_id', 'pool_templates.user_id'),
  fills('pools', 'pool_profiles.user_id', 'host'),
  fills(null, 'saved_filters.user_id', 'name'),
  ...moves('wallets', 'wallets.user_id'),
  ...moves('notes', 'desk_notes.user_id'),
  ...moves('reports', 'fault_reports.user_id', 'diagnostic_sets.owner_id'),
  ...moves('consents', 'newsletter_consents.user_id', 'provider_consents.user_id'),
  ...moves('mailings', 'mailing_recipients.user_id'),
  fills('mailings', 'weekly_mails.user_id', 'week'),
  fills('mailings', 'statement_mails.user_id', 'month'),
  fills('crew', 'ship_crew.user_id', 'ship_id'),
  fills('alertRules', 'alert_rules.user_id'),
  fills('alertChannels', 'alert_channels.user_id'),
  fills('alertChannels', 'alert_escalations.user_id'),
  ...moves('alertChannels', 'alert_escalations.member_id'),
  fills('telegram', 'telegram_links.user_id'),
  ...moves('push', 'push_subscriptions.user_id'),
  ...moves(null, 'alert_deliveries.user_id'),
  ...moves('apiKeys', 'api_keys.user_id'),
  fills('firmware', 'firmware_files.owner_id', 'sha256'),
  ...moves('firmware', 'firmware_series.owner_id'),
  ...moves(
    'history',
    'commands.issued_by',
    'change_log.actor_id',
    'alerts.acknowledged_by',
    'alerts.resolved_by',
  ),
  ...moves(null, 'power_settings.changed_by', 'fuel_settings.changed_by', 'rule_settings.changed_by'),
  ...moves(null, 'merged_accounts.user_id'),
  ...ends('follows its file by the rules of the database', 'firmware_parts.owner_id'),
  ...ends('a session is of who signed in; it ends', 'sessions.user_id'),
  ...ends(
    'proves something for minutes or hours',
    'account_tokens.user_id',
    'proof_nonces.user_id',
    'telegram_codes.user_id',
  ),
  ...ends(
    'belongs to the e-mail address, which is taken over only where the other has none',
    'passwords.user_id',
  ),
  ...ends(
    'only operators have it, and their accounts are not merged',
    'operator_secrets.user_id',
    'passkeys.user_id',
    'recovery_codes.user_id',
    'desk_claims.user_id',
    'fault_reports.assigned_to',
    'inquiries.assigned_to',
    'webhook_endpoints.created_by',
    'payout_runs.created_by_id',
    'proposals.proposed_by_id',
  ),
]
