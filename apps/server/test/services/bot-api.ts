import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply = { status: number; body: unknown } | { raw: string; status?: number }
type Call = { method: string; token: string; body: Record<string, unknown> }

/** A server that behaves like Telegram's Bot API towards one bot: keeps updates until they are passed, and answers in fragments. */
export async function startBotApi({ token, username }: { token: string; username: string }) {
  const updates: object[] = []
  const calls: Call[] = []
  /** Answers instead of the usual ones, used up one by one, by method. */
  const instead = new Map<string, Reply[]>()
  let lastId = 500

  const usual = (method: string, body: Record<string, unknown>): Reply => {
    if (method === 'getMe') return ok({ id: 1, is_bot: true, first_name: 'Ship', username })
    if (method === 'sendMessage') return ok({ message_id: 1, chat: { id: body.chat_id }, text: body.text })
    const offset = Number(body.offset ?? 0)
    const idOf = (update: object) =>
      'update_id' in update ? Number(update.update_id) : Number.POSITIVE_INFINITY
    return ok(updates.filter((update) => idOf(update) >= offset).slice(0, Number(body.limit ?? 100)))
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const [, path = '', method = ''] = (request.url ?? '').split('/')
    const body = JSON.parse(text || '{}')
    calls.push({ method, token: path.replace(/^bot/, ''), body })
    const isKnown = path === `bot${token}`
    const reply =
      instead.get(method)?.shift() ?? (isKnown ? usual(method, body) : refused(401, 'Unauthorized'))
    await write(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    callsOf: (method: string) => calls.filter((call) => call.method === method),
    answerOnce: (method: string, ...replies: Reply[]) => instead.set(method, replies),
    /** As somebody does who presses Start, or writes. */
    write(text: string, chat: Record<string, unknown> = { id: 42, type: 'private', username: 'jan' }) {
      lastId += 1
      updates.push({ update_id: lastId, message: { message_id: lastId, date: 1, chat, text } })
    },
    push: (update: object) => updates.push(update),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const ok = (result: unknown): Reply => ({ status: 200, body: { ok: true, result } })
export const refused = (code: number, description: string, parameters?: object): Reply => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
})

/** In pieces of a few bytes, also within a character. */
async function write(response: ServerResponse, reply: Reply): Promise<void> {
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
  const bytes = Buffer.from('raw' in reply ? reply.raw : JSON.stringify(reply.body))
  const step = Math.max(7, Math.ceil(bytes.length / 40))
  for (let at = 0; at < bytes.length; at += step) {
    response.write(bytes.subarray(at, at + step))
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}
