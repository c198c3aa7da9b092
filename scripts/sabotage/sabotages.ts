/** One line of the product, broken in one way that would harm somebody. */
export type Sabotage = {
  /** From the root of the repository. */
  readonly file: string
  /** Text of the line; it stands exactly once in the file. */
  readonly line: string
  /** What stands there instead. */
  readonly broken: string
  /** Files or folders whose tests must notice; without them the test file beside the broken one. */
  readonly tests?: readonly string[]
}

const domain = 'packages/domain/src'
const modules = 'apps/server/src/modules'
const auth = 'apps/server/src/platform/auth'
const controller = 'apps/controller/src'

type Change = readonly [line: string, broken: string]

function breakIn(file: string, changes: readonly Change[], tests?: readonly string[]): Sabotage[] {
  return changes.map(([line, broken]) => ({ file, line, broken, ...(tests ? { tests } : {}) }))
}

const money: readonly Sabotage[] = [
  ...breakIn(`${domain}/payments/bank/match-statement.ts`, [
    ["if (seen.has(entry.entryId)) return { kind: 'duplicate', entry }", ''],
    ["if (entry.currency !== 'EUR')", "if (entry.currency === '')"],
    ['if (entry.isReturn) return matchOwnReturn(entry, index, named, sums)', ''],
    ['only && named.length === 1 && isPossible(only) && entry.amountCents < 0', 'only && isPossible(only)'],
  ]),
  ...breakIn(`${domain}/payments/intent/reduce-intent.ts`, [
    [
      'const coversInTime = sums.receivedInTime >= terms.minDue',
      'const coversInTime = sums.received >= terms.minDue',
    ],
    ['settled: sums.confirmedInTime >= terms.minDue', 'settled: sums.receivedInTime >= terms.minDue'],
    ['isPastExpiry: nowMs >= sums.effectiveExpiresAtMs', 'isPastExpiry: false'],
    ['return isOverpaid(terms, confirmed) ? confirmed - terms.amountDue : 0n', 'return 0n'],
  ]),
  ...breakIn(`${domain}/payments/amounts.ts`, [
    ['return (dividend + divisor - 1n) / divisor', 'return dividend / divisor'],
    ['return least > 1n ? least : 1n', 'return least'],
    ['return priceCents < 2_500_000 ? 3 : 6', 'return 3'],
  ]),
  ...breakIn(`${domain}/payments/bank/iban.ts`, [
    ['return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null', 'return iban'],
    ['if (ibanLengths[iban.slice(0, 2)] !== iban.length) return null', ''],
  ]),
  ...breakIn(`${domain}/orders/order-expiry.ts`, [
    ["if (facts.hasUnconfirmedMoney) return { action: 'wait', because: 'unconfirmed-money' }", ''],
    ['receivedCents * 100 >= totalCents', 'receivedCents > 0'],
  ]),
  ...breakIn(`${domain}/orders/withdrawal.ts`, [
    ["if (isBusiness) return { allowed: false, reason: 'business' }", ''],
  ]),
  ...breakIn(`${domain}/payouts/decide-payout.ts`, [
    ["if (isInOpenRun) return refuse('in-open-run')", ''],
    ["if (balanceSat < minimumSat) return refuse('below-minimum')", ''],
    ["if (address === 'waiting') return refuse('address-waiting')", ''],
  ]),
  ...breakIn(`${domain}/payouts/compare-outputs.ts`, [
    ['differences.length === 0 ?', 'differences.length < 2 ?'],
  ]),
  ...breakIn(`${domain}/payouts/select-coins.ts`, [
    ['const smallestChange = Math.max(dustSat, inputCost)', 'const smallestChange = 0'],
    ['if (heldSat < paidSat + feeOf(weight, feeRateMilliSat)) continue', 'if (heldSat < paidSat) continue'],
  ]),
  ...breakIn(`${domain}/vat.ts`, [['(grossCents * 200 + 100 + ratePercent)', '(grossCents * 200)']]),
  ...breakIn(
    `${modules}/bank/entry-identity.policy.ts`,
    [
      ["if (isRepeated[at]) return 'suspect'", ''],
      ['if (!isFree) return false', ''],
      [
        'row.bankReference !== null && row.bankReference === entry.bankReference',
        'row.bankReference === entry.bankReference',
      ],
    ],
    [`${modules}/bank`],
  ),
  ...breakIn(`${modules}/bank/statement-entries.policy.ts`, [
    ["if (isSuspect) return { result: 'open', why: 'maybe-imported', matches }", ''],
  ]),
  ...breakIn(
    `${modules}/payments/sightings/merge-views.policy.ts`,
    [
      ['terms.mustAgree ? same.length >= 2 : speaker === fresh[0]', 'true'],
      ['const fresh = sources.filter(({ isFresh }) => isFresh)', 'const fresh = sources'],
    ],
    [`${modules}/payments/sightings/untrue-nodes.test.ts`],
  ),
  ...breakIn(`${modules}/payments/intents/intent-terms.policy.ts`, [
    ["if (status === 'failed') return { pendingCents: 0, receivedCents: 0 }", ''],
  ]),
  ...breakIn(
    `${modules}/orders/money/refunds.ts`,
    [['let missingCents = wantedCents - askedCents', 'let missingCents = wantedCents']],
    [`${modules}/orders`],
  ),
]

const access: readonly Sabotage[] = [
  ...breakIn(`${auth}/guesses.ts`, [['if (!row || row.nextAt.getTime() > now)', 'if (!row)']]),
  ...breakIn(`${auth}/guess-policy.ts`, [
    ['if (wrong < limit) return 0', 'if (wrong < limit * 10) return 0'],
  ]),
  ...breakIn(
    `${auth}/fresh-session.ts`,
    [["if (!isFreshSession(caller, now)) throw new AppError('proof-required')", '']],
    [`${modules}/account`, `${modules}/users`],
  ),
  ...breakIn(
    `${auth}/sessions.ts`,
    [
      [
        'if (!session || !isBound(session.bindingHash, bindingCookie)) return null',
        'if (!session) return null',
      ],
      ['used.retriedAt === null &&', 'true &&'],
    ],
    [auth, `${modules}/wallet-auth/sessions.routes.test.ts`],
  ),
  ...breakIn(`${auth}/client-key.ts`, [
    [
      'if (!isIPv6(address) || /^::ffff:\\d+\\./i.test(address)) return null',
      'if (!isIPv6(address)) return null',
    ],
  ]),
  ...breakIn(
    'apps/server/src/platform/http/routing.ts',
    [
      [
        'const operator = await authorizeOperator(requireCaller({ caller }))',
        "const operator: Operator = { userId: '', name: '', role: 'owner' }",
      ],
    ],
    ['apps/server/test/route-guards.test.ts'],
  ),
  ...breakIn(
    'apps/server/src/platform/http/routing.ts',
    [['if (mayCall(role, endpoint, action)) return', 'return']],
    ['apps/server/src/modules/operators/roles.test.ts'],
  ),
  ...breakIn(
    `${modules}/operators/operators.service.ts`,
    [
      ['if (!(await repository.useStep(trx, caller.userId, step))) return false', ''],
      [
        'if (provenAt === null || deps.clock() >= provenAt.getTime() + factorLifetimeMs)',
        'if (provenAt === null)',
      ],
    ],
    [`${modules}/desk`, `${modules}/operators`],
  ),
  ...breakIn(
    `${modules}/operators/proposals.service.ts`,
    [
      ['before.confirmedAt === null && before.content === content', 'before.confirmedAt === null'],
      [
        'const isAnothers = before !== null && before.proposedById !== operator.userId',
        'const isAnothers = before !== null',
      ],
      [
        'if (!isAnothers || before.confirmedAt !== null || before.content !== content)',
        'if (!isAnothers || before.confirmedAt !== null)',
      ],
    ],
    [`${modules}/desk/proposals`],
  ),
  ...breakIn(
    `${modules}/releases/rollouts.service.ts`,
    [
      [
        "const isSecondNeeded = deps.fourEyes && act.action === 'resume' && rollout.state === 'halted'",
        'const isSecondNeeded = false',
      ],
    ],
    [`${modules}/releases`, `${modules}/desk/proposals`],
  ),
  ...breakIn(
    `${modules}/service/diagnostics/diagnostics.service.ts`,
    [
      ["if (!consent?.given) return { setId: null, whyNot: 'no-consent' }", ''],
      ['new Date(clock() - takenKeptMs)', 'new Date(0)'],
    ],
    [`${modules}/service/diagnostics`],
  ),
  ...breakIn('apps/server/src/platform/auth/link-keys.ts', [
    ['return key.length === bytes.length && timingSafeEqual(key, bytes)', 'return true'],
  ]),
]

const claims: readonly Sabotage[] = [
  ...breakIn(`${modules}/claims/claims.policy.ts`, [
    ["if (controller.revokedAt) return 'revoked'", ''],
    ["if (controller.claimKeyRevokedAt) return 'revoked'", ''],
    ["return controller.ownerId === null ? 'available' : 'claimed'", "return 'available'"],
  ]),
  ...breakIn(
    `${modules}/claims/claims.service.ts`,
    [['await deps.guesses.judge(guess, () => run(hashes))', 'await run(hashes)']],
    [`${modules}/claims`],
  ),
]

const law: readonly Sabotage[] = [
  ...breakIn(`${domain}/generator/contactor.ts`, [
    ['if (before.isPowered && law?.isLoadUnknown)', 'if (false)'],
    ['return { heat: heat * Math.exp(-spentMs / settings.tripCoolMs), cause }', 'return { heat: 0, cause }'],
    ['return excess.by > 0 ? excess.by / settings.tripTimeMs : 0', 'return 0'],
    ['heat: Math.min(1, Math.max(leastHeatAfterStart, kept.heat))', 'heat: 0'],
    ['openings.length >= settings.tripLockOpenings', 'false'],
    ["phase: isOpening ? 'open' : phase", 'phase'],
  ]),
  ...breakIn(`${domain}/generator/decide.ts`, [
    ["if (settings.masterStop) return 'master-stop'", ''],
    ["if (clock.now - lastAt > settings.staleAfterMs) return 'load-unknown'", ''],
    ["if (isQuiet(clock.minuteOfDay, settings.quietHours)) return 'quiet-hours'", ''],
    ['memory.starts.length < settings.maxStartsPerHour', 'true'],
    ['now >= memory.notBefore &&', ''],
  ]),
  ...breakIn(`${domain}/generator/load/judge-load.ts`, [
    ["if (totalKw < -errorKw) return { code: 'below-zero' }", ''],
  ]),
  ...breakIn(`${domain}/generator/load/supply-sag.ts`, [
    ['const isSagging = measuredAt - since >= settleMs', 'const isSagging = true'],
    ['const isDue = frequency.isDue || voltage.isDue', 'const isDue = frequency.isDue'],
    ['measuredAt: reading.lowestVoltsAt ?? reading.arrivedAt,', 'measuredAt: reading.arrivedAt,'],
  ]),
  ...breakIn(`${controller}/generator/modbus/comap-export.ts`, [
    ['if (known === undefined || found.has(Number(object))) continue', 'if (known === undefined) continue'],
    ['return figure?.is === unit ? figure.register : null', 'return figure?.register ?? null'],
    ['scale: known.times / 10 ** Number(decimals)', 'scale: known.times'],
    ['total: phases.length === 3 ? null : total', 'total'],
  ]),
  ...breakIn(
    `${controller}/generator/supply-book.ts`,
    [
      ['last !== undefined && now - last.at <= staleAfterMs ? last.isOn : null', 'last?.isOn ?? null'],
      ['if (isOn === null) return null', ''],
    ],
    [`${controller}/generator`],
  ),
  ...breakIn(
    `${controller}/generator/follower.ts`,
    [
      [
        'if (powerSource === null) return reading.shipNeedsPower ? reading : null',
        'if (powerSource === null) return reading',
      ],
    ],
    [`${controller}/generator`],
  ),
  ...breakIn(`${domain}/generator/plan/owner-stop.ts`, [
    [
      'if (watch.repeatedAt !== null && now - watch.repeatedAt < repeatAfterMs)',
      'if (watch.repeatedAt !== null)',
    ],
  ]),
  ...breakIn(`${domain}/generator/devices/rated-power.ts`, [
    ['return Math.max(plate, highestWatts ?? 0)', 'return plate'],
  ]),
  ...breakIn(`${domain}/generator/plan/restore-plan.ts`, [
    ['device.isReachable && device.isWanted && input.mayStart(device.id)', 'device.isReachable'],
    ['watts <= room && (actions.length === 0 || watts <= group)', 'watts <= room'],
    [
      'uncountedWatts >= 0 && (actions.length === 0 || extra <= group)',
      'actions.length === 0 || extra <= group',
    ],
    ["one.phase !== 'starting' || !input.isOwnStart(one)", "one.phase !== 'starting'"],
  ]),
  ...breakIn(`${domain}/generator/plan/held-minimum.ts`, [
    ['return Math.min(...held.map(({ least }) => least))', 'return last.least'],
  ]),
]

const spool: readonly Sabotage[] = [
  ...breakIn(
    `${controller}/spool/spool.ts`,
    [
      ['if (!(await saveState())) return', 'await saveState()'],
      ['while (usedBytes() > maxBytes && sealed.length > 0)', 'while (false)'],
      ['if (lost > 0) countDropped(lost)', ''],
    ],
    [`${controller}/spool`],
  ),
  ...breakIn(`${controller}/spool/record.ts`, [
    ['if (line.slice(PREFIX.length, BODY_AT) !== checksum(body) + SUFFIX) return null', ''],
  ]),
  ...breakIn(`${controller}/spool/seq-ranges.ts`, [['if (first > candidate) break', '']]),
  ...breakIn(`${controller}/poll/counters.ts`, [
    ['before !== null && after !== null && after < before - tolerance', 'false'],
    [
      'const before = startsAnew && previous[counter] !== null ? 0 : previous[counter]',
      'const before = previous[counter]',
    ],
  ]),
  ...breakIn(
    `${controller}/commands/signed-order.ts`,
    [
      ["if (!isSigned) return { ok: false, reason: 'bad-signature' }", ''],
      ['return order.controllerId === controllerId ? {', 'return true ? {'],
    ],
    [`${controller}/commands`],
  ),
]

const jobs: readonly Sabotage[] = [
  ...breakIn('apps/server/src/platform/jobs/job-lease.ts', [
    ['if (rows.length === 0) throw new LeaseLostError', 'if (false) throw new LeaseLostError'],
    ["    .where('leaseUntil', 'is not', null)\n", ''],
    [
      "dueAt: after(intervalMs) }) })\n    .where('name', '=', name)\n    .where('token', '=', token)",
      "dueAt: after(intervalMs) }) })\n    .where('name', '=', name)",
    ],
    ['j.due_at IS NULL OR j.due_at <= clock_timestamp())', 'true)'],
  ]),
  ...breakIn('apps/server/src/admin/pgbackrest/rehearse-restore.ts', [
    ['sound: wrong.length === 0', 'sound: true'],
    ['...(report.tables === 0 ? [noTables] : []),', ''],
    ['...(checksums && !checksums.sound ?', '...(checksums && checksums.sound ?'],
  ]),
]

const rollUps: readonly Sabotage[] = [
  ...breakIn(
    `${modules}/telemetry/telemetry-sums.ts`,
    [['(a === null ? b : b === null ? a : a + b)', '(a ?? 0) + (b ?? 0)']],
    [`${modules}/telemetry`],
  ),
  ...breakIn(`${modules}/telemetry/batches/ingest-plan.ts`, [
    ['if (((part?.mask ?? 0n) | before) & bit) continue', ''],
  ]),
  ...breakIn(
    `${modules}/telemetry/telemetry.repository.ts`,
    [
      ['AND s.mask & i.mask = 0 ', ''],
      [' AND s.sampled_at < to_timestamp(i.sampled_ms / 1000.0::float8)', ''],
    ],
    [`${modules}/telemetry`],
  ),
  ...breakIn(
    `${modules}/telemetry/telemetry.service.ts`,
    [["if (whole?.quick && (claimed !== 'new' || !begun.isAdded))", 'if (whole?.quick && !begun.isAdded)']],
    [`${modules}/telemetry`],
  ),
  ...breakIn(`${modules}/telemetry/telemetry.policy.ts`, [
    ["if (sampledAtMs < oldestKept(receivedAtMs)) return 'too-old'", ''],
    ['if (value === null || (value >= min && value <= max)) return value', 'return value'],
  ]),
  ...breakIn(
    `${modules}/telemetry/batches/store-isolated.ts`,
    [['if (!isPermanentFailure(error) || rows.length === 0) throw error', '']],
    [`${modules}/telemetry`, `${modules}/uplink`],
  ),
  ...breakIn(`${domain}/fleet/silence.ts`, [
    [
      "if (status === 'silent') return { causes: [{ kind: 'controller-silent', minerId: null }], keeps: 'miners' }",
      '',
    ],
  ]),
]

const webhooks: readonly Sabotage[] = [
  ...breakIn(`${modules}/webhooks/webhook-sender.ts`, [
    ['addresses.some(({ address }) => !isAllowed(address))', '!isAllowed(first.address)'],
    ["if (url.username !== '' || url.password !== '') return 'holds a password'", ''],
  ]),
  ...breakIn(`${modules}/webhooks/address-guard.ts`, [['if (mapped) return isPublicAddress(mapped)', '']]),
  ...breakIn(`${modules}/webhooks/signature.ts`, [
    ['return given.length === expected.length && timingSafeEqual(given, expected)', 'return true'],
  ]),
  ...breakIn(`${modules}/webhooks/webhook-schedule.policy.ts`, [
    ["if (statusCode === 410) return { kind: 'gone' }", ''],
    ['waitMs: Math.max(waitMs, retryAfterMs ?? 0)', 'waitMs'],
  ]),
  ...breakIn(
    `${modules}/alerts/notices/send-notices.ts`,
    [["if (isTooOld || failure === 'gone') return removeDelivery(store.db, delivery)", '']],
    [`${modules}/alerts`],
  ),
]

/** What must not break unseen: money, access, claims, the law of the generator, spool, jobs, roll-ups, webhooks. */
export const SABOTAGES: readonly Sabotage[] = [
  ...money,
  ...access,
  ...claims,
  ...law,
  ...spool,
  ...jobs,
  ...rollUps,
  ...webhooks,
]
