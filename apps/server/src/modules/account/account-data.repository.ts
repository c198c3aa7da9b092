import { sql } from 'kysely'
import { isOneOfEmails } from '../../platform/db/is-one-of-emails.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/**
 * Everything that belongs to a user, without hashes and tokens. `emails`: the addresses that are verified, used for mails and inquiries sent
 * under it, those of accounts that became part of theirs included.
 */
export async function readAccountData(db: Queryable, userId: string, emails: readonly string[]) {
  const person = await readPerson(db, userId)
  const settings = await readSettings(db, userId)
  const { receipts, payouts, pools } = await readMoney(db, userId)
  const { orders, inquiries, mails, faultReports, faultMessages, diagnosticSets } = await readDealings(
    db,
    userId,
    emails,
  )
  return {
    receipts,
    payouts,
    pools,
    ...person,
    ...settings,
    orders,
    inquiries,
    mails,
    faultReports,
    diagnosticSets,
    faultMessages,
  }
}

/** Who they are and what they own. */
async function readPerson(db: Queryable, userId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'provenAt', 'absoluteExpiresAt', 'revokedAt', 'revokeReason'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const ships = await db
    .selectFrom('ships')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const ownShips = db.selectFrom('ships').select('id').where('userId', '=', userId)
  const crew = await db
    .selectFrom('shipCrew')
    .innerJoin('ships', 'ships.id', 'shipCrew.shipId')
    .innerJoin('users', 'users.id', 'shipCrew.userId')
    .select(['ships.name as ship', 'users.name as member', 'shipCrew.role', 'shipCrew.joinedAt'])
    .where(({ eb, or }) => or([eb('ships.userId', '=', userId), eb('shipCrew.userId', '=', userId)]))
    .orderBy('shipCrew.joinedAt')
    .execute()
  const crewInvitations = await db
    .selectFrom('crewInvitations')
    .select(['shipId', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('shipId', 'in', ownShips)
    .orderBy('createdAt')
    .execute()
  const wallets = await db
    .selectFrom('wallets')
    .select(['namespace', 'address', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const controllers = await db
    .selectFrom('controllers')
    .select(['id', 'name', 'location', 'ipAddress', 'claimedAt', 'shipId', 'lastSeenAt'])
    .where('ownerId', '=', userId)
    .orderBy('id')
    .execute()
  const miners = await db
    .selectFrom('miners')
    .innerJoin('controllers', 'controllers.id', 'miners.controllerId')
    .select([
      'miners.controllerId',
      'miners.name',
      'miners.notes',
      'miners.make',
      'miners.model',
      'miners.serial',
      'miners.macAddress',
      'miners.ipAddress',
      'miners.location',
    ])
    .where('controllers.ownerId', '=', userId)
    .orderBy('miners.id')
    .execute()
  const mergedAccounts = await db
    .selectFrom('mergedAccounts')
    .select(['formerId', 'name', 'email', 'at'])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
  return { mergedAccounts, sessions, ships, crew, crewInvitations, wallets, controllers, miners }
}

/** What they set, and what was done for them or found on their ships. */
async function readSettings(db: Queryable, userId: string) {
  const payoutAddressChanges = await db
    .selectFrom('payoutAddressEvents')
    .select(['kind', 'address', 'at', 'countsAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const alertRules = await db
    .selectFrom('alertRules')
    .select(['kind', 'enabled', 'limit', 'forSeconds'])
    .where('userId', '=', userId)
    .orderBy('kind')
    .execute()
  const alertChannels = await db
    .selectFrom('alertChannels')
    // Without the token of a bot, which opens more than it says about its owner.
    .select([sql<unknown>`channels #- '{telegram,sealedToken}'`.as('channels'), 'lastToldAt'])
    .where('userId', '=', userId)
    .execute()
  const alertEscalations = await db
    .selectFrom('alertEscalations')
    .select(['afterMinutes', 'email', 'memberId', 'chosenAt'])
    .where('userId', '=', userId)
    .execute()
  const pushSubscriptions = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const telegramLinks = await db
    .selectFrom('telegramLinks')
    .select(['chatId', 'name', 'linkedAt', 'brokenAt'])
    .where('userId', '=', userId)
    .execute()
  const kept = await readKept(db, userId)
  const ownShips = db.selectFrom('ships').select('id').where('userId', '=', userId)
  const ofShips = (table: 'powerSettings' | 'fuelSettings' | 'ruleSettings') =>
    db
      .selectFrom(table)
      .select(['shipId', 'settings', 'changedAt'])
      .where('shipId', 'in', ownShips)
      .orderBy('shipId')
      .execute()
  const ownControllers = db.selectFrom('controllers').select('id').where('ownerId', '=', userId)
  const otherDevices = await db
    .selectFrom('strangers')
    .select(['controllerId', 'address', 'name', 'guess', 'isWatched', 'firstSeenAt', 'lastSeenAt'])
    .where('controllerId', 'in', ownControllers)
    .orderBy('id')
    .execute()
  const commissioningReports = await db
    .selectFrom('commissioningReports')
    .select(['controllerId', 'receivedAt', 'report'])
    .where('controllerId', 'in', ownControllers)
    .orderBy('id')
    .execute()
  const commands = await db
    .selectFrom('commands')
    .select(['controllerId', 'minerId', 'action', 'state', 'issuedAt', 'finishedAt', 'issuedByKey'])
    .where('issuedBy', '=', userId)
    .orderBy('issuedAt')
    .execute()
  return {
    payoutAddressChanges,
    alertRules,
    alertChannels,
    alertEscalations,
    pushSubscriptions,
    telegramLinks,
    ...kept,
    powerSettings: await ofShips('powerSettings'),
    fuelSettings: await ofShips('fuelSettings'),
    ruleSettings: await ofShips('ruleSettings'),
    otherDevices,
    commissioningReports,
    commands,
  }
}

/** Their keys for programs, their pool templates and saved filters, and the firmware they uploaded (without its bytes) and installed. */
async function readKept(db: Queryable, userId: string) {
  const apiKeys = await db
    .selectFrom('apiKeys')
    .select(['name', 'scope', 'createdAt', 'lastUsedAt', 'endsAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const poolTemplates = await db
    .selectFrom('poolTemplates')
    .select(['name', 'pools', 'createdAt', 'changedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const savedFilters = await db
    .selectFrom('savedFilters')
    .select(['name', 'query', 'savedAt'])
    .where('userId', '=', userId)
    .orderBy('savedAt')
    .execute()
  const firmwareFiles = await db
    .selectFrom('firmwareFiles')
    .select(['name', 'family', 'model', 'version', 'bytes', 'sha256', 'createdAt'])
    .where('ownerId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const firmwareSeries = await db
    .selectFrom('firmwareSeries')
    .select(['controllerId', 'sha256', 'miners', 'state', 'reason', 'devices', 'issuedAt', 'changedAt'])
    .where('ownerId', '=', userId)
    .orderBy('issuedAt')
    .execute()
  return { apiKeys, poolTemplates, savedFilters, firmwareFiles, firmwareSeries }
}

/** What they bought, asked, and were sent. */
async function readDealings(db: Queryable, userId: string, emails: readonly string[]) {
  const orders = await db
    .selectFrom('orders')
    .select([
      'number',
      'placedAt',
      'state',
      'payment',
      'fulfilment',
      'method',
      'language',
      'buyer',
      'netCents',
      'vatCents',
      'grossCents',
      'receivedCents',
      'installationOn',
      'withdrawalRequestedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('placedAt')
    .execute()
  const inquiries = await db
    .selectFrom('inquiries')
    .selectAll()
    .where(isOneOfEmails('email', emails))
    .orderBy('createdAt')
    .execute()
  const mails = await db
    .selectFrom('mails')
    .select(['subject', 'status', 'createdAt', 'sentAt'])
    .where(isOneOfEmails('recipient', emails))
    .orderBy('id')
    .execute()
  const faultReports = await db
    .selectFrom('faultReports')
    .select([
      'reference',
      'shipName',
      'minerName',
      'subject',
      'state',
      'outcome',
      'phone',
      'openedAt',
      'answeredAt',
      'closedAt',
      'data',
    ])
    .where('userId', '=', userId)
    .orderBy('openedAt')
    .execute()
  const faultMessages = await db
    .selectFrom('faultMessages as m')
    .innerJoin('faultReports as r', 'r.id', 'm.reportId')
    .select(['r.reference', 'm.at', 'm.kind', 'm.by', 'm.author', 'm.body'])
    .where('r.userId', '=', userId)
    // The desk's internal notes are not included.
    .where('m.kind', '<>', 'note')
    .orderBy('m.id')
    .execute()
  const diagnosticSets = await db
    .selectFrom('diagnosticSets')
    .select(['controllerId', 'shipName', 'takenAt', 'reason', 'data', 'board'])
    .where('ownerId', '=', userId)
    .orderBy('takenAt')
    .execute()
  return {
    orders,
    // What they are searched by is the rest once more.
    inquiries: inquiries.map(({ searchWords: _, ...inquiry }) => inquiry),
    mails,
    faultReports,
    faultMessages,
    diagnosticSets,
  }
}

/** What they earned and were paid. */
async function readMoney(db: Queryable, userId: string) {
  const receipts = await db
    .selectFrom('receipts')
    .select(['shipId', 'coin', 'amountSat', 'at', 'source', 'paidTo', 'reference', 'importedAt'])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
  const payouts = await db
    .selectFrom('payouts')
    .select(['amountSat', 'paidAt', 'txid', 'note', 'recordedAt'])
    .where('userId', '=', userId)
    .orderBy('paidAt')
    .execute()
  const pools = await db
    .selectFrom('poolProfiles')
    .select(['host', 'coin', 'mode', 'feeBasisPoints', 'changedAt'])
    .where('userId', '=', userId)
    .orderBy('host')
    .execute()
  return { receipts, payouts, pools }
}

/** An account that ends, locked so that nothing can be added to it meanwhile: no order, no payout. */
export async function lockForDeletion(trx: Trx, userId: string) {
  const row = await trx
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt', 'preferredLanguage', 'roles'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Removes what came from an address or was for it: messages and requests, places on waiting lists, offers that nobody accepted, invitations
 * on board, mails. What is queued and no message to many is sent first.
 */
export async function forgetAddress(trx: Trx, email: string): Promise<void> {
  const address = email.toLowerCase()
  const has = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = ${address}`
  await trx.deleteFrom('offers').where(has('email')).where('orderId', 'is', null).execute()
  await trx.deleteFrom('inquiries').where(has('email')).execute()
  await trx.deleteFrom('crewInvitations').where(has('email')).execute()
  await trx
    .deleteFrom('mails')
    .where(({ or, and, eb }) =>
      and([
        or([has('recipient'), and([eb('recipient', 'is', null), has('replyTo')])]),
        or([eb('status', '<>', 'queued'), eb('unsubscribeUrl', 'is not', null)]),
      ]),
    )
    .execute()
  await trx.deleteFrom('mailSuppressions').where('email', '=', address).execute()
}

/** Addresses of accounts that became part of this one. */
export async function listFormerAddresses(
  db: Queryable,
  userId: string,
): Promise<{ email: string; isVerified: boolean }[]> {
  const rows = await db
    .selectFrom('mergedAccounts')
    .select(['email', 'emailVerified as isVerified'])
    .where('userId', '=', userId)
    .execute()
  return rows.flatMap(({ email, isVerified }) => (email === null ? [] : [{ email, isVerified }]))
}

/** Removes the account with all that goes with it. Orders, invoices and payments stay, and name it no more. */
export async function removeUser(trx: Trx, userId: string): Promise<void> {
  const ofOrders = trx.selectFrom('orders').select('id').where('userId', '=', userId)
  await trx.deleteFrom('fittingPlans').where('orderId', 'in', ofOrders).execute()
  await trx.deleteFrom('idempotencyKeys').where('scope', '=', `user:${userId}`).execute()
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}
