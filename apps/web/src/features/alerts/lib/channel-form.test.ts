import type { AlertChannels } from '@shipminer/contract/alerts'
import { expect, test } from 'vitest'
import { channelForm, parseChannels } from './channel-form.ts'

const none: AlertChannels = {
  email: true,
  telegram: null,
  webhookUrl: null,
  quietHours: null,
  criticalInQuietHours: true,
}
const here = { hadTelegram: false, timeZone: 'Europe/Amsterdam' }

test('what is off stays off', () => {
  expect(parseChannels(channelForm(none, true), here)).toEqual({ ok: true, channels: none })
})

test('quiet hours are those of the place where they are set', () => {
  const form = { ...channelForm(none, true), hasQuietHours: true, from: '23:00', to: '06:30' }
  expect(parseChannels(form, here)).toMatchObject({
    channels: { quietHours: { from: '23:00', to: '06:30', timeZone: 'Europe/Amsterdam' } },
  })
})

test('a token that is kept need not be typed again, a first one must', () => {
  const form = { ...channelForm(none, true), hasTelegram: true, chatId: '42' }
  expect(parseChannels(form, here)).toEqual({ ok: false, problem: 'botToken' })
  expect(parseChannels(form, { ...here, hadTelegram: true })).toMatchObject({
    channels: { telegram: { botToken: '', chatId: '42' } },
  })
  expect(parseChannels({ ...form, chatId: ' ' }, { ...here, hadTelegram: true })).toEqual({
    ok: false,
    problem: 'chatId',
  })
})

test('a webhook is an address', () => {
  const form = { ...channelForm(none, true), hasWebhook: true, webhookUrl: 'http://ship' }
  expect(parseChannels(form, here)).toEqual({ ok: false, problem: 'webhookUrl' })
  expect(parseChannels({ ...form, webhookUrl: ' https://ship.example/x ' }, here)).toMatchObject({
    channels: { webhookUrl: 'https://ship.example/x' },
  })
})
