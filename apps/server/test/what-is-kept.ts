/** `controllers: 'name location'` as `controllers.name`, `controllers.location`. */
const columns = (tables: Record<string, string>): string[] =>
  Object.entries(tables).flatMap(([table, names]) => names.split(/\s+/).map((name) => `${table}.${name}`))

/** Which columns of the database may still say something of a person whose account has ended. Tables that go with it are not named here. */
export const whatIsKept = {
  /** Tables about the business, the network or the shape of the database, and about no customer. */
  ofNobody: new Set(
    `batch_digests chain_cursors coin_days command_keys controller_releases counters guesses job_runs kysely_migration
    kysely_migration_lock network_days payment_address_counters price_quotes product_versions products push_keys request_counts request_tallies rollout_members rollouts
    secret_keys settings spool_epochs telegram_bot webhook_attempts webhook_endpoints`.split(/\s+/),
  ),
  /** Said something of them, and does so no more. */
  goes: columns({
    alerts: 'detail acknowledged_by_key resolved_by_key',
    change_log: 'detail',
    commands: 'parameters issued_by_key order_text',
    commissioning_reports: 'report',
    controllers: 'ip_address',
    fitting_plans: 'berth contact_name contact_phone generator cabling notes',
    idempotency_keys: 'scope',
    inquiries: 'name email phone subject message ship_type source lost_reason search_words',
    inquiry_answers: 'subject body',
    mail_suppressions: 'email',
    mails: 'recipient reply_to subject text_body html_body last_error unsubscribe_url set_aside_reason',
    miner_marks: 'pool',
    miners: 'name notes location group_name detail called pool_url',
    offers: 'email buyer note operator search_words',
    power_events: 'rule',
    set_aside: 'content',
    strangers: 'address guess name',
  }),
  /** With the reason. */
  stays: new Map(
    Object.entries({
      'kept by law: orders, invoices and the money of both': {
        bank_bookings: 'reason',
        bank_entries: 'remittance counterparty_name counterparty_iban',
        invoices: 'snapshot pdf',
        order_events: 'note data',
        orders: 'email buyer search_words vat_evidence',
        payout_run_lines: 'owner_name address',
        payout_runs: 'psbt raw_transaction cancel_reason',
        payouts: 'txid note',
        payment_intent_events: 'note',
        receipts: 'reference',
        proposals: 'content',
        refund_runs: 'file psbt',
        refunds: 'reason claim_to claim_name',
        statement_imports: 'file decided entries last_error',
      },
      'the log of the desk, by the id of the account, which the database keeps as it is': {
        desk_audit: 'subject reason',
      },
      'what the provider wrote of a box': { box_events: 'note', controllers: 'name location' },
      'ends within minutes': { registration_tickets: 'account_id', wallet_nonces: 'account_id message' },
    }).flatMap(([reason, tables]) => columns(tables).map((column) => [column, reason])),
  ),
  /** Codes, numbers, hashes, states, names of products or operators, and what devices are and do. */
  says: columns({
    alert_waiting: 'kind',
    alerts: 'kind severity status',
    bank_bookings: 'actor',
    bank_entries:
      'entry_key statement_id account_iban currency reference outcome why bank_reference transaction_reference end_to_end_id source',
    board_events: 'kind device_key',
    box_events: 'operator what state order_number',
    boxes: 'serial state',
    change_log: 'kind event',
    commands: 'action state reason signature',
    controller_transfers: 'claim_key_hash claim_key_print',
    controllers:
      'id claim_key_hash claim_key_print enrolment_token_hash public_key version spool sealing_key sealing_proof logins command_key',
    desk_audit: 'operator action',
    fitting_plans: 'starts_at fitter changed_by',
    idempotency_keys: 'route key body_hash answer',
    inquiries: 'reference kind language subject_kind stage',
    inquiry_answers: 'operator',
    invoices: 'number kind',
    left_out_miners: 'why',
    mail_suppressions: 'reason',
    mailing_recipients: 'message_id skipped',
    mailings: 'audience texts created_by',
    mails: 'message_id status attachment set_aside_by',
    miner_state: 'state work',
    miners:
      'device_key driver make model firmware serial mac_address hostname ip_address unreachable capabilities follower_told pool_health rule_told',
    observed_payments: 'chain tx_id asset token kind spends block_hash unaccounted_because replaced_by',
    offers: 'number key_hash product_name language',
    order_balances: 'source',
    order_events: 'kind actor',
    order_lines: 'name',
    orders:
      'number key_hash state payment fulfilment method language bank_reference placed_from vat_case fitted_in vat_country seller_vat_id vat_chosen_by',
    payment_intent_events: 'kind from_status to_status exceptions',
    packed_days: 'block',
    payment_intents:
      'asset chain token address match_key xpub_id rate rate_sources rate_quotes manual status exceptions unbooked_reason',
    payment_views: 'source state block_hash replaced_by gone_because',
    payout_runs: 'state created_by anchor txid',
    power_events: 'kind device_key',
    power_state: 'sample effective rules other_meter',
    receipts: 'coin source paid_to',
    proposals: 'kind id proposed_by confirmed_by',
    refund_codes: 'code_hash',
    refund_runs: 'way created_by anchor',
    refunds:
      'status paid_way paid_reference paid_by claim_way claim_network claim_amount claim_rate transfer_reference',
    registration_tickets: 'token_hash',
    set_aside: 'list reason',
    statement_imports: 'created_by state statement_ids counts',
    strangers: 'key ports',
    wallet_nonces: 'nonce ip_hash',
    webhook_deliveries: 'id type body status last_error',
  }),
}
