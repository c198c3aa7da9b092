import type { AlertChannels, AlertEscalation, AlertRule } from '@shipminer/contract/alerts'
import type { Alert } from '@shipminer/contract/mining'
import { alertTransition } from '@shipminer/domain/alerts/alert'
import { alertKindNames, alertKinds } from '@shipminer/domain/alerts/alert-kinds'
import { isTimeZone } from '@shipminer/domain/time-zone'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { formatSecret, ownerWebhookSecret } from '../webhooks/webhooks.port.ts'
import {
  findChannels,
  type StoredChannels,
  saveChannels,
  savePushSubscription,
  saveRules,
  setMailWish,
} from './alert-settings.repository.ts'
import { presentAlert, presentAlerts } from './alerts.port.ts'
import {
  type Actor,
  type AlertPlace,
  type AlertSelection,
  countAlerts,
  listAlerts,
  moveAlert,
  readsMiner,
} from './alerts.repository.ts'
import { listRules } from './conditions/conditions.repository.ts'
import { findEscalation, listCrewOfOwner, saveEscalation } from './notices/escalations.repository.ts'
import { isPushService, readPushKeys } from './notices/push-keys.ts'
import { readTelegram, type TelegramDeps } from './telegram/telegram.service.ts'

export type AlertsDeps = TelegramDeps & {
  secretKey: SecretKey
  /** Why a webhook cannot go to an address; null when it can. */
  refuseUrl(url: string): string | null
}

export const alertsPageLength = 500

/** A page of alerts, how many there are on all, and where the next begins. */
export async function pageOfAlerts(
  { store: { db } }: Pick<AlertsDeps, 'store'>,
  userId: string,
  filter: AlertSelection,
  after: string | undefined,
): Promise<{ alerts: Alert[]; total: number; next: string | null }> {
  const [rows, total] = await Promise.all([
    listAlerts(db, userId, 'read', {
      ...filter,
      limit: alertsPageLength + 1,
      ...(after === undefined ? {} : { after: readPlace(after) }),
    }),
    countAlerts(db, userId, 'read', filter),
  ])
  const shown = rows.slice(0, alertsPageLength)
  const last = shown.at(-1)
  const next =
    last && rows.length > shown.length ? `${last.rank}.${last.raisedAt.getTime()}.${last.id}` : null
  return { alerts: presentAlerts(shown), total, next }
}

/** @throws AppError `invalid-request` */
function readPlace(written: string): AlertPlace {
  const [rank, raisedAt, id = ''] = written.split('.')
  const place = { rank: Number(rank), raisedAt: new Date(Number(raisedAt)), id }
  if (Number.isNaN(place.raisedAt.getTime()) || !isUuid(id))
    throw invalid('after', 'is not a place in the list')
  return place
}

/** A page of the alerts that one miner ever had, or of those in a state. @throws AppError `not-found` when it is not the caller's */
export async function alertsOfMiner(
  deps: Pick<AlertsDeps, 'store'>,
  userId: string,
  { minerId, status }: { minerId: number; status: AlertSelection['status'] },
  after: string | undefined,
): ReturnType<typeof pageOfAlerts> {
  if (!(await readsMiner(deps.store.db, userId, minerId))) throw new AppError('not-found')
  return pageOfAlerts(deps, userId, { status, minerId }, after)
}

/** @throws AppError `not-found`, `alert-state-conflict` */
export async function advanceAlert(
  deps: Pick<AlertsDeps, 'store' | 'clock'>,
  by: Actor,
  alertId: string,
  event: 'acknowledged' | 'resolved',
): Promise<Alert> {
  const find = async () =>
    isUuid(alertId)
      ? (await listAlerts(deps.store.db, by.userId, 'act', { status: 'all', alertId, limit: 1 }))[0]
      : undefined
  const row = await find()
  if (!row) throw new AppError('not-found')
  const next = alertTransition(row.status, event)
  if (!next.ok) throw new AppError('alert-state-conflict')
  const moved = await moveAlert(deps.store.db, {
    id: row.id,
    from: row.status,
    to: event,
    by,
    at: new Date(deps.clock()),
  })
  if (!moved) throw new AppError('alert-state-conflict')
  await deps.store.notify('alerts', JSON.stringify({ controllerId: row.controllerId }))
  const after = await find()
  if (!after) throw new AppError('not-found')
  return presentAlert(after)
}

export async function alertSettings(deps: Omit<AlertsDeps, 'randomBytes' | 'refuseUrl'>, userId: string) {
  const [rules, channels, escalation, crew, telegramBot, pushKeys, user] = await Promise.all([
    listRules(deps.store.db, userId),
    findChannels(deps.store.db, userId),
    findEscalation(deps.store.db, userId),
    listCrewOfOwner(deps.store.db, userId),
    readTelegram(deps, userId),
    readPushKeys(deps),
    deps.store.db
      .selectFrom('users')
      .select('notifications')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const wishes = new Map(rules.map((rule) => [rule.kind, rule]))
  return {
    rules: alertKindNames.map((kind) => {
      const wish = wishes.get(kind)
      return {
        kind,
        enabled: wish?.enabled ?? true,
        limit: wish?.limit ?? null,
        forSeconds: wish?.forSeconds ?? null,
        defaultLimit: alertKinds[kind].limit,
        defaultForSeconds: alertKinds[kind].forSeconds,
      }
    }),
    channels: {
      email: user.notifications.emailAlerts !== false,
      // The token is never sent back; an empty one means that the stored one is kept.
      telegram: channels.telegram ? { botToken: '', chatId: channels.telegram.chatId } : null,
      webhookUrl: channels.webhookUrl ?? null,
      quietHours: channels.quietHours ?? null,
      criticalInQuietHours: channels.criticalInQuietHours ?? true,
    },
    escalation,
    crew,
    telegramBot,
    weeklyMail: user.notifications.emailWeekly !== false,
    pushKey: pushKeys.publicKey,
    webhookSecret: formatSecret(ownerWebhookSecret(deps.secretKey, userId)),
  }
}

/** @throws AppError `webhook-url-invalid`, `invalid-request`, `email-invalid`, `email-not-verified` */
export async function saveAlertSettings(
  deps: Omit<AlertsDeps, 'randomBytes'>,
  userId: string,
  change: {
    rules?: readonly AlertRule[] | undefined
    channels?: AlertChannels | undefined
    escalation?: AlertEscalation | null | undefined
    weeklyMail?: boolean | undefined
  },
): Promise<void> {
  const { rules, channels, escalation, weeklyMail } = change
  if (channels?.webhookUrl && deps.refuseUrl(channels.webhookUrl) !== null)
    throw new AppError('webhook-url-invalid')
  if (channels?.quietHours && !isTimeZone(channels.quietHours.timeZone))
    throw invalid('body.channels.quietHours.timeZone', 'is not a time zone')
  const token = channels?.telegram?.botToken ?? ''
  if (token !== '' && !/^\d{5,20}:[\w-]{20,80}$/.test(token))
    throw invalid('body.channels.telegram.botToken', 'is not the token of a bot')
  await deps.store.db.transaction().execute(async (trx) => {
    if (rules) await saveRules(trx, userId, rules)
    if (weeklyMail !== undefined) await setMailWish(trx, userId, 'emailWeekly', weeklyMail)
    if (escalation !== undefined) {
      if (escalation !== null) await requireSecondPerson(trx, userId, escalation)
      await saveEscalation(trx, userId, escalation, new Date(deps.clock()))
    }
    if (!channels) return
    const before = await findChannels(trx, userId)
    await saveChannels(trx, userId, {
      telegram: storedTelegram(deps.secretKey, channels.telegram, before),
      webhookUrl: channels.webhookUrl === '' ? null : channels.webhookUrl,
      quietHours: channels.quietHours,
      criticalInQuietHours: channels.criticalInQuietHours,
    })
    await setMailWish(trx, userId, 'emailAlerts', channels.email)
  })
}

/**
 * A mailbox gets alerts only from an owner whom its reader can answer; anybody else is of the crew of one of the owner's ships.
 * @throws AppError `email-invalid`, `email-not-verified`, `invalid-request`
 */
async function requireSecondPerson(
  trx: Trx,
  userId: string,
  { email, memberId }: AlertEscalation,
): Promise<void> {
  if ((email === null) === (memberId === null))
    throw invalid('body.escalation', 'names one person, by address or of the crew')
  if (email !== null) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AppError('email-invalid')
    const owner = await trx
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!owner?.emailVerifiedAt) throw new AppError('email-not-verified')
    return
  }
  const crew = await listCrewOfOwner(trx, userId)
  if (!crew.some((one) => one.userId === memberId))
    throw invalid('body.escalation.memberId', 'is not of the crew')
}

function storedTelegram(
  secretKey: SecretKey,
  wanted: AlertChannels['telegram'],
  before: StoredChannels,
): StoredChannels['telegram'] {
  if (!wanted) return null
  const kept = before.telegram?.sealedToken
  if (wanted.botToken === '' && !kept) throw invalid('body.channels.telegram.botToken', 'is missing')
  const sealedToken = wanted.botToken === '' ? (kept ?? '') : secretKey.sealText(wanted.botToken)
  return { sealedToken, chatId: wanted.chatId }
}

/** @throws AppError `invalid-request` for an address that is no browser's push service */
export async function subscribePush(
  deps: Pick<AlertsDeps, 'store' | 'clock'>,
  userId: string,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!isPushService(subscription.endpoint)) throw invalid('body.endpoint', 'is not a push service')
  await savePushSubscription(deps.store.db, { ...subscription, userId, at: new Date(deps.clock()) })
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid-request', { issues: [{ path, message }] })
}
