import type { AlertChannels } from '@shipminer/contract/alerts'

/** The channels as entered in the form. */
export type ChannelForm = {
  email: boolean
  weeklyMail: boolean
  hasTelegram: boolean
  botToken: string
  chatId: string
  hasWebhook: boolean
  webhookUrl: string
  hasQuietHours: boolean
  from: string
  to: string
  criticalInQuietHours: boolean
}

export type ChannelProblem = 'botToken' | 'chatId' | 'webhookUrl'

/** The fields of the channels. */
export function channelForm(channels: AlertChannels, weeklyMail: boolean): ChannelForm {
  return {
    email: channels.email,
    weeklyMail,
    hasTelegram: channels.telegram !== null,
    botToken: '',
    chatId: channels.telegram?.chatId ?? '',
    hasWebhook: channels.webhookUrl !== null,
    webhookUrl: channels.webhookUrl ?? '',
    hasQuietHours: channels.quietHours !== null,
    from: channels.quietHours?.from ?? '22:00',
    to: channels.quietHours?.to ?? '07:00',
    criticalInQuietHours: channels.criticalInQuietHours,
  }
}

/** The channels that were typed, or what is wrong. `hadTelegram`: a token is kept already. `timeZone` is the ship's. */
export function parseChannels(
  form: ChannelForm,
  { hadTelegram, timeZone }: { hadTelegram: boolean; timeZone: string },
): { ok: true; channels: AlertChannels } | { ok: false; problem: ChannelProblem } {
  if (form.hasTelegram && form.botToken.trim() === '' && !hadTelegram)
    return { ok: false, problem: 'botToken' }
  if (form.hasTelegram && form.chatId.trim() === '') return { ok: false, problem: 'chatId' }
  if (form.hasWebhook && !/^https:\/\/\S+$/.test(form.webhookUrl.trim()))
    return { ok: false, problem: 'webhookUrl' }
  return {
    ok: true,
    channels: {
      email: form.email,
      telegram: form.hasTelegram ? { botToken: form.botToken.trim(), chatId: form.chatId.trim() } : null,
      webhookUrl: form.hasWebhook ? form.webhookUrl.trim() : null,
      quietHours: form.hasQuietHours ? { from: form.from, to: form.to, timeZone } : null,
      criticalInQuietHours: form.criticalInQuietHours,
    },
  }
}
