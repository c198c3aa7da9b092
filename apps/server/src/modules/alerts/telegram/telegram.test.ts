import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import { refused, startBotApi } from '../../../../test/services/bot-api.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { alertSettings } from '../alerts.service.ts'
import { sendAlertNotices } from '../notices/alert-notices.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { pollTelegram } from './poll-telegram.ts'
import { linkTelegram, unlinkTelegram } from './telegram.service.ts'

const secretKey = new SecretKey(Buffer.alloc(32, 3))
const telegramToken = `1234567:${'t'.repeat(35)}`
const start = Date.UTC(2026, 5, 1, 12)
const minute = 60_000

describeEachEngine('the provider’s Telegram bot', ({ store }) => {
  let now = start
  let userId: string
  let minerId: number
  let bot: Awaited<ReturnType<typeof startBotApi>>
  let heldBots: Map<string, number>
  const mail = {
    productName: 'Shipminer',
    publicUrl: 'https://shipminer.example',
    company: { name: null, address: null, kvk: null, vatId: null },
    providerEmail: null,
  }
  const deps = () => ({
    ...{ store: store(), clock: () => now, secretKey, mail, refuseUrl: () => null, randomBytes },
    ...{ telegramToken, telegramApi: bot.url, fetch, productName: 'Shipminer' },
  })
  const poll = () => pollTelegram(deps())
  const state = async () => (await alertSettings(deps(), userId)).telegramBot
  const codeOf = (url: string) => new URL(url).searchParams.get('start') ?? ''
  const send = () =>
    sendNotices({
      ...{ ...deps(), heldBots, contact: 'mailto:a@b.example' },
      logger: { info() {}, warn() {}, error() {} },
      send: () => Promise.reject(new Error('no webhook is meant')),
    })
  const sentTexts = () => bot.callsOf('sendMessage').map(({ body }) => body)
  const waiting = () => store().db.selectFrom('alertDeliveries').select(['attempts', 'lastError']).execute()
  /** Alerts are raised, and their time passes. */
  const raise = async (kind: 'overheat' | 'dead-board') => {
    const alert = {
      controllerId: 'SM-A',
      minerId,
      kind,
      severity: 'critical',
      raisedAt: new Date(now),
    } as const
    await store().db.insertInto('alerts').values(alert).execute()
    now += 3 * minute
    await sendAlertNotices(deps())
    await send()
  }
  /** Linked with a chat, and welcomed there. */
  const link = async () => {
    await poll()
    const { url } = await linkTelegram(deps(), userId)
    bot.write(`/start ${codeOf(url)}`)
    await poll()
    await send()
  }

  beforeEach(async () => {
    now = start
    heldBots = new Map()
    bot = await startBotApi({ token: telegramToken, username: 'ship_alerts_bot' })
    userId = await insertOwner(store().db)
    await insertController(store().db, { ownerId: userId })
    minerId = await insertMiner(store().db)
    return async () => {
      await bot.close()
      await resetTestStore(store())
    }
  })

  test('is not offered where the provider has none, and cannot be linked before it answers', async () => {
    const none = { ...deps(), telegramToken: undefined }
    expect((await alertSettings(none, userId)).telegramBot).toBeNull()
    await expect(linkTelegram(none, userId)).rejects.toMatchObject({ code: 'telegram-unavailable' })
    expect(await state()).toEqual({ isReady: false, link: null, codeEndsAt: null })
    await expect(linkTelegram(deps(), userId)).rejects.toMatchObject({ code: 'telegram-unavailable' })
    await poll()
    expect(await state()).toEqual({ isReady: true, link: null, codeEndsAt: null })
  })

  test('links a chat by a code, greets it, and then sends alerts there', async () => {
    await poll()
    expect(bot.callsOf('getUpdates')).toHaveLength(0)
    const { url, expiresAt } = await linkTelegram(deps(), userId)
    expect(url).toMatch(/^https:\/\/t\.me\/ship_alerts_bot\?start=[\w-]{32}$/)
    expect(await state()).toMatchObject({ codeEndsAt: expiresAt, link: null })
    bot.write('hello')
    bot.write(`/start ${codeOf(url)}`)
    await poll()
    expect(await state()).toEqual({
      isReady: true,
      codeEndsAt: null,
      link: { name: '@jan', linkedAt: now, isBroken: false },
    })
    await send()
    await raise('overheat')
    const page = `https://shipminer.example/mining/miners/${minerId}`
    expect(sentTexts()).toEqual([
      { chat_id: '42', text: expect.stringContaining('gekoppeld aan uw account bij Shipminer') },
      {
        chat_id: '42',
        text: expect.stringMatching(/^\S.* wordt te heet\nSinds: \S.*\nWat u kunt doen: \S.+$/),
        reply_markup: { inline_keyboard: [[{ text: 'Bekijken op het dashboard', url: page }]] },
      },
    ])
    expect(await waiting()).toEqual([])
    await poll()
    expect(bot.callsOf('getUpdates')).toHaveLength(1)
  })

  test('a code is good once, for a quarter of an hour, and the newest only', async () => {
    await poll()
    const first = codeOf((await linkTelegram(deps(), userId)).url)
    const second = codeOf((await linkTelegram(deps(), userId)).url)
    bot.write(`/start ${first}`)
    await poll()
    expect((await state())?.link).toBeNull()
    now += 16 * minute
    bot.write(`/start ${second}`)
    await linkTelegram(deps(), await insertOwner(store().db, { name: 'Piet' }))
    await poll()
    expect(await state()).toMatchObject({ link: null, codeEndsAt: null })
    const third = codeOf((await linkTelegram(deps(), userId)).url)
    bot.write(`/start ${third}`, { id: 42, type: 'private', first_name: 'Jan' })
    bot.write(`/start ${third}`, { id: 66, type: 'private', first_name: 'Thief' })
    await poll()
    expect((await state())?.link?.name).toBe('Jan')
    expect(await store().db.selectFrom('telegramLinks').select('chatId').execute()).toEqual([
      { chatId: '42' },
    ])
  })

  test('a group is no chat of a person; what cannot be read is passed, and what is among it counts', async () => {
    await poll()
    const code = codeOf((await linkTelegram(deps(), userId)).url)
    bot.write(`/start ${code}`, { id: -7, type: 'group', title: 'Crew' })
    bot.push({ nonsense: true })
    bot.push({ update_id: 700, message: { chat: 'x', text: [] } })
    bot.push({ update_id: 701 })
    await poll()
    expect((await state())?.link).toBeNull()
    bot.push({
      update_id: 702,
      message: { chat: { id: 9_007_199_254_740, type: 'private', username: 7 }, text: `/start ${code}` },
    })
    await poll()
    expect((await state())?.link).toMatchObject({ name: null })
    const [, second] = bot.callsOf('getUpdates')
    expect(second?.body.offset).toBe(702)
  })

  test('one that the database will never have keeps nobody behind it waiting, and is told', async () => {
    await poll()
    const other = await insertOwner(store().db, { name: 'Piet' })
    const codes = [await linkTelegram(deps(), userId), await linkTelegram(deps(), other)].map(({ url }) =>
      codeOf(url),
    )
    for (const [index, first_name] of ['Ill\u0000', 'Well'].entries())
      bot.write(`/start ${codes[index]}`, { id: 50 + index, type: 'private', first_name })
    await expect(poll()).rejects.toThrow('1 of 2 failed: ')
    expect(await store().db.selectFrom('telegramLinks').select(['userId', 'name']).execute()).toEqual([
      { userId: other, name: 'Well' },
    ])
    await expect(poll()).resolves.toBeUndefined()
  })

  test('of two copies that read the same updates none counts twice', async () => {
    await poll()
    bot.write(`/start ${codeOf((await linkTelegram(deps(), userId)).url)}`)
    await Promise.all([poll(), poll()])
    await send()
    expect(sentTexts()).toHaveLength(1)
  })

  test('somebody who blocks the bot is shown as such, gets nothing more, and can link again', async () => {
    await link()
    bot.answerOnce('sendMessage', refused(403, 'Forbidden: bot was blocked by the user'))
    await raise('overheat')
    expect(await waiting()).toEqual([])
    expect((await state())?.link).toMatchObject({ name: '@jan', isBroken: true })
    const before = sentTexts().length
    await raise('dead-board')
    expect(sentTexts()).toHaveLength(before)
    await link()
    expect((await state())?.link).toMatchObject({ isBroken: false })
  })

  test('a button that Telegram refuses is a link in the words instead', async () => {
    await link()
    bot.answerOnce(
      'sendMessage',
      refused(400, 'Bad Request: inline keyboard button URL "http://localhost" is invalid: Wrong HTTP URL'),
    )
    await raise('overheat')
    expect(sentTexts().at(-1)).toEqual({
      chat_id: '42',
      text: expect.stringMatching(
        /wordt te heet[\s\S]+\n\nhttps:\/\/shipminer\.example\/mining\/miners\/\d+$/,
      ),
    })
    expect(await waiting()).toEqual([])
  })

  test('waits as long as Telegram says, in sending and in reading', async () => {
    await link()
    const slower = refused(429, 'Too Many Requests: retry after 90', { retry_after: 90 })
    bot.answerOnce('sendMessage', slower)
    await raise('overheat')
    expect(await waiting()).toEqual([{ attempts: 1, lastError: 'answered 429' }])
    const before = sentTexts().length
    now += 80_000
    await send()
    expect(sentTexts()).toHaveLength(before)
    now += 11_000
    await send()
    expect(sentTexts()).toHaveLength(before + 1)
    expect(await waiting()).toEqual([])

    bot.write(`/start ${codeOf((await linkTelegram(deps(), userId)).url)}`)
    bot.answerOnce('getUpdates', slower)
    await poll()
    const asked = bot.callsOf('getUpdates').length
    now += 80_000
    await poll()
    expect(bot.callsOf('getUpdates')).toHaveLength(asked)
    now += 11_000
    await poll()
    expect(await state()).toMatchObject({ codeEndsAt: null, isReady: true })
  })

  test('other messages of a bot that is held back wait without being tried', async () => {
    await link()
    const slower = refused(429, 'Too Many Requests', { retry_after: 60 })
    bot.answerOnce('sendMessage', slower)
    await raise('overheat')
    const before = sentTexts().length
    const delivery = {
      userId,
      channel: 'telegram',
      createdAt: new Date(now),
      nextAttemptAt: new Date(now),
    } as const
    const { target, body } = await store()
      .db.selectFrom('alertDeliveries')
      .select(['target', 'body'])
      .executeTakeFirstOrThrow()
    await store()
      .db.insertInto('alertDeliveries')
      .values({ ...delivery, target, body })
      .execute()
    await send()
    expect(sentTexts()).toHaveLength(before)
    now += 61_000
    await send()
    expect(sentTexts()).toHaveLength(before + 2)
  })

  test.each([
    ['nonsense', { raw: '<html>502 Bad Gateway</html>', status: 502 }, /answered 502 with nothing readable/],
    ['half an answer', { raw: '{"ok":true,"resu' }, /nothing readable/],
    ['a refused token', refused(401, 'Unauthorized'), /401 Unauthorized/],
    ['a webhook that somebody set', refused(409, 'Conflict: webhook is active'), /409 Conflict/],
    ['an answer without end', { raw: `"${'x'.repeat(2 ** 20)}"` }, /too large/],
  ])(
    '%s makes the job fail in words without the token, and it comes back by itself',
    async (_, reply, words) => {
      await poll()
      await linkTelegram(deps(), userId)
      bot.answerOnce('getUpdates', reply)
      const failure = await poll().then(
        () => null,
        (error: unknown) => String(error),
      )
      expect(failure).toMatch(words)
      expect(failure).not.toContain('tttt')
      expect(await state()).toMatchObject({ isReady: false })
      now += 31_000
      await poll()
      expect(await state()).toMatchObject({ isReady: true })
    },
  )

  test('nothing readable keeps a message for later', async () => {
    await link()
    bot.answerOnce('sendMessage', { raw: 'garbage' }, { raw: '{"ok":false}', status: 500 })
    await raise('overheat')
    expect(await waiting()).toEqual([{ attempts: 1, lastError: 'answered 200 with nothing readable' }])
    now += 10 * minute
    await send()
    expect(await waiting()).toEqual([{ attempts: 2, lastError: 'answered 500' }])
    now += 30 * minute
    await send()
    expect(await waiting()).toEqual([])
  })

  test('another bot begins anew with its own updates; a server without one sends nothing more', async () => {
    await link()
    const other = { ...deps(), telegramToken: `7654321:${'o'.repeat(35)}` }
    await expect(pollTelegram(other)).rejects.toThrow('401')
    const row = await store()
      .db.selectFrom('telegramBot')
      .select(['username', 'nextUpdate'])
      .executeTakeFirst()
    expect(row).toEqual({ username: null, nextUpdate: 0 })
    await expect(linkTelegram(other, userId)).rejects.toMatchObject({ code: 'telegram-unavailable' })
  })

  test('is unlinked at once, with a code that waits', async () => {
    await link()
    const { url } = await linkTelegram(deps(), userId)
    await unlinkTelegram(deps(), userId)
    bot.write(`/start ${codeOf(url)}`)
    await linkTelegram(deps(), await insertOwner(store().db, { name: 'Piet' }))
    await poll()
    expect(await state()).toEqual({ isReady: true, link: null, codeEndsAt: null })
    const before = sentTexts().length
    await raise('overheat')
    expect(sentTexts()).toHaveLength(before)
  })
})
