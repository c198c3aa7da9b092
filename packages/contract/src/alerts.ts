import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RowIdSchema } from './from-outside.ts'
import { AlertSchema } from './mining.ts'
import { MomentSchema } from './moment.ts'

const Id = RowIdSchema
const params = z.object({ id: z.string().check(z.maxLength(64)) })
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

const AlertsPageSchema = z.object({
  serverTime: z.int(),
  alerts: z.array(AlertSchema),
  /** How many alerts the filter lets through, on all pages. */
  total: z.int(),
  /** What to send as `after` for the next page; null: this is the last. */
  next: z.nullable(z.string()),
})
const ofPage = {
  status: z.optional(z.enum(['open', 'resolved', 'all'])),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,2}\.\d{1,13}\.[0-9a-f-]{36}$/))),
}
/** Left out, the status is that of those not resolved. */
const AlertsFilterSchema = z.strictObject({ device_id: z.optional(Id), ...ofPage })

/** Rules an owner can change. A limit that is null means the product's default. */
export const AlertRuleSchema = z.strictObject({
  kind: AlertSchema.shape.kind,
  enabled: z.boolean(),
  /** Limit in the unit of the kind: percent, °C, percent rejected. */
  limit: z.nullable(z.number()),
  /** How long it must last before it is an alert, seconds. */
  forSeconds: z.nullable(z.int().check(z.minimum(0), z.maximum(86_400))),
})
export type AlertRule = z.infer<typeof AlertRuleSchema>

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/**
 * Where alerts are sent. Null is off; an empty bot token means the stored one, which is never given out. Quiet hours hold back what is
 * not critical until they end.
 */
export const AlertChannelsSchema = z.strictObject({
  email: z.boolean(),
  telegram: z.nullable(z.strictObject({ botToken: line(100), chatId: line(40) })),
  webhookUrl: z.nullable(line(500)),
  quietHours: z.nullable(z.strictObject({ from: clockTime, to: clockTime, timeZone: line(60) })),
  criticalInQuietHours: z.boolean(),
})
export type AlertChannels = z.infer<typeof AlertChannelsSchema>

/**
 * To whom critical alerts go that nobody acknowledged for some minutes after their owner was notified: an address, or somebody of the crew
 * of one of the owner's ships; just one of both is named. Once for each alert; quiet hours count as for the owner.
 */
export const AlertEscalationSchema = z.strictObject({
  afterMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  email: z.nullable(line(254)),
  memberId: z.nullable(z.string().check(z.maxLength(64))),
})
export type AlertEscalation = z.infer<typeof AlertEscalationSchema>

/** How an account is linked with the provider's Telegram bot. */
const TelegramStateSchema = z.object({
  /** Whether the bot answers, so that a chat can be linked now. */
  isReady: z.boolean(),
  link: z.nullable(
    z.object({
      /** Of the person in Telegram, as they named themselves. */
      name: z.nullable(z.string()),
      linkedAt: MomentSchema,
      /** The chat refuses our messages: the bot was blocked, or the chat is gone. */
      isBroken: z.boolean(),
    }),
  ),
  /** Until when a code waits for somebody to open the bot with it; null: none does. */
  codeEndsAt: z.nullable(MomentSchema),
})
export type TelegramState = z.infer<typeof TelegramStateSchema>

export const alertEndpoints = {
  alerts: endpoint({
    method: 'GET',
    path: '/mining/alerts',
    summary:
      'Alerts of the caller’s miners and controllers, in pages: the open ones with the worst first, others with the newest first.',
    auth: 'user',
    keyScope: 'read',
    query: AlertsFilterSchema,
    data: AlertsPageSchema,
    errors: ['unauthorized', 'invalid-request'],
  }),
  findAlerts: endpoint({
    method: 'POST',
    path: '/mining/alerts',
    summary: 'The same with the filter in the body.',
    auth: 'user',
    body: AlertsFilterSchema,
    data: AlertsPageSchema,
    errors: ['unauthorized', 'invalid-request'],
  }),
  minerAlerts: endpoint({
    method: 'GET',
    path: '/dashboard/miners/{id}/alerts',
    summary: 'Alerts of one miner, newest first, in pages; resolved ones too unless a status is named.',
    auth: 'user',
    keyScope: 'read',
    params,
    query: z.strictObject(ofPage),
    data: AlertsPageSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
  acknowledgeAlert: endpoint({
    method: 'POST',
    path: '/mining/alerts/{id}/acknowledge',
    summary: 'Somebody has seen it.',
    auth: 'user',
    keyScope: 'control',
    params,
    body: z.strictObject({}),
    data: z.object({ alert: AlertSchema }),
    errors: ['unauthorized', 'not-found', 'alert-state-conflict'],
  }),
  resolveAlert: endpoint({
    method: 'POST',
    path: '/mining/alerts/{id}/resolve',
    summary: 'Somebody has dealt with it; only what was acknowledged can be resolved.',
    auth: 'user',
    keyScope: 'control',
    params,
    body: z.strictObject({}),
    data: z.object({ alert: AlertSchema }),
    errors: ['unauthorized', 'not-found', 'alert-state-conflict'],
  }),
  alertSettings: endpoint({
    method: 'GET',
    path: '/mining/alert-settings',
    summary:
      'Rules, channels, the second person and the weekly mail of the caller, with the product’s own limits.',
    auth: 'user',
    data: z.object({
      rules: z.array(
        z.object({
          ...AlertRuleSchema.shape,
          defaultLimit: z.nullable(z.number()),
          defaultForSeconds: z.int(),
        }),
      ),
      channels: AlertChannelsSchema,
      escalation: z._default(z.nullable(AlertEscalationSchema), null),
      /** Whom an alert can go to: the crew of the caller's ships, with the names of those. */
      crew: z._default(
        z.array(z.object({ userId: z.string(), name: z.string(), ships: z.array(z.string()) })),
        [],
      ),
      /** The provider's own bot; null: there is none, and only a bot of one's own can be used. */
      telegramBot: z._default(z.nullable(TelegramStateSchema), null),
      /** Whether the summary of each week comes by mail. */
      weeklyMail: z.boolean(),
      /** Public key for push messages to the installed app; null: not set up. */
      pushKey: z.nullable(z.string()),
      /** What messages to the webhook are signed with (Standard Webhooks). */
      webhookSecret: z.string(),
    }),
    errors: ['unauthorized'],
  }),
  saveAlertSettings: endpoint({
    method: 'PUT',
    path: '/mining/alert-settings',
    summary: 'Changes rules, channels, the second person and the weekly mail; only what is named.',
    auth: 'user',
    body: z.strictObject({
      rules: z.optional(z.array(AlertRuleSchema).check(z.maxLength(40))),
      channels: z.optional(AlertChannelsSchema),
      escalation: z.optional(z.nullable(AlertEscalationSchema)),
      weeklyMail: z.optional(z.boolean()),
    }),
    data: z.object({}),
    errors: ['unauthorized', 'invalid-request', 'webhook-url-invalid', 'email-invalid', 'email-not-verified'],
  }),
  linkTelegram: endpoint({
    method: 'POST',
    path: '/mining/telegram-link',
    summary:
      'A link that opens the provider’s bot with a code for this account: good once, for a quarter of an hour.',
    auth: 'user',
    body: z.strictObject({}),
    data: z.object({ url: z.string(), expiresAt: MomentSchema }),
    errors: ['unauthorized', 'telegram-unavailable', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  unlinkTelegram: endpoint({
    method: 'DELETE',
    path: '/mining/telegram-link',
    summary: 'No more alerts by the provider’s bot.',
    auth: 'user',
    data: z.object({}),
    errors: ['unauthorized'],
  }),
  subscribePush: endpoint({
    method: 'POST',
    path: '/mining/push-subscriptions',
    summary: 'This browser wants push messages about alerts.',
    auth: 'user',
    body: z.strictObject({
      endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1000)),
      keys: z.strictObject({ p256dh: line(200), auth: line(100) }),
    }),
    data: z.object({}),
    errors: ['unauthorized', 'invalid-request', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}
