import * as z from 'zod'

/** What the Bot API said; `failed`: nothing that can be read. Words of an error never hold the token. */
export type TelegramAnswer =
  | { kind: 'ok'; result: unknown }
  | { kind: 'refused'; code: number; description: string; waitMs: number | null }
  | { kind: 'failed'; error: string }

export type TelegramApi = { fetch: typeof globalThis.fetch; telegramApi: string }

const AnswerSchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.number().catch(0),
    description: z.string().catch(''),
    parameters: z.object({ retry_after: z.number().positive() }).optional().catch(undefined),
  }),
])

const timeoutMs = 10_000
const mostBytes = 2 ** 20
const longestWaitMs = 3_600_000

/** One call of the Bot API, by the bot of a token. */
export async function callTelegram(
  { fetch, telegramApi }: TelegramApi,
  token: string,
  method: 'getMe' | 'getUpdates' | 'sendMessage',
  parameters: object,
): Promise<TelegramAnswer> {
  try {
    const response = await fetch(`${telegramApi}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response)
    if (text === null) return { kind: 'failed', error: 'answer is too large' }
    const answer = AnswerSchema.safeParse(parseJson(text)).data
    if (!answer) return { kind: 'failed', error: `answered ${response.status} with nothing readable` }
    if (answer.ok) return { kind: 'ok', result: answer.result }
    const seconds = answer.parameters?.retry_after
    return {
      kind: 'refused',
      code: answer.error_code || response.status,
      description: answer.description.slice(0, 200),
      waitMs: seconds === undefined ? null : Math.min(seconds * 1000, longestWaitMs),
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'failed', error: isLate ? 'did not answer in time' : 'not reachable' }
  }
}

/** Whether a chat will not take messages any more: blocked by its person, or gone. */
export const isChatClosed = ({ code, description }: { code: number; description: string }) =>
  code === 403 || (code === 400 && /chat not found|user is deactivated|PEER_ID_INVALID/i.test(description))

/** Whether only the button of a message was refused: Telegram opens nothing that is not on the public network. */
export const isButtonRefused = ({ code, description }: { code: number; description: string }) =>
  code === 400 && /button/i.test(description)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null: longer than any answer is. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
