/** A server of a chain did not answer as it should. The message contains no address, because that may include a key. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  /** HTTP status, if there was an answer. */
  readonly status: number | null
  /** How long the server requests us to wait; null when it does not say. */
  readonly retryAfterMs: number | null
  /** Error number of JSON-RPC. */
  readonly rpcCode: number | null

  constructor(
    message: string,
    details: { status?: number; retryAfterMs?: number | null; rpcCode?: number; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.status = details.status ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.rpcCode = details.rpcCode ?? null
  }
}

export type HttpJson = {
  /**
   * The answer as parsed JSON, whatever its shape. An empty path is the base address to the letter. A status other than 2xx throws, unless it is
   * in `allowStatus`. `body` is sent as JSON, `text` as it is.
   */
  request(
    path: string,
    init?: { body?: unknown; text?: string; allowStatus?: readonly number[] },
  ): Promise<{ status: number; body: unknown }>
}

export type HttpJsonOptions = {
  fetch: typeof globalThis.fetch
  timeoutMs: number
  maxBytes: number
}

/** A JSON server at a base address. User and password in the address become a header. Redirects are refused. */
export function createHttpJson(baseUrl: string, options: HttpJsonOptions): HttpJson {
  const url = new URL(baseUrl)
  const credentials =
    url.username === '' && url.password === ''
      ? null
      : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  const whole = url.href
  const root = whole.replace(/\/+$/, '')
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(credentials === null
      ? {}
      : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  return {
    async request(path, init = {}) {
      const sent =
        init.text !== undefined
          ? { type: 'text/plain', content: init.text }
          : init.body !== undefined
            ? { type: 'application/json', content: JSON.stringify(init.body) }
            : undefined
      try {
        const response = await options.fetch(path === '' ? whole : `${root}${path}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs),
          headers: sent === undefined ? headers : { ...headers, 'content-type': sent.type },
          ...(sent === undefined ? {} : { method: 'POST', body: sent.content }),
        })
        const allowed = response.ok || (init.allowStatus?.includes(response.status) ?? false)
        if (!allowed) {
          await response.body?.cancel()
          throw new SourceError(`status ${response.status}`, {
            status: response.status,
            retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
          })
        }
        const text = await readText(response, options.maxBytes)
        try {
          return { status: response.status, body: JSON.parse(text) }
        } catch {
          // Esplora answers some calls, and all its refusals, with bare text.
          return { status: response.status, body: text }
        }
      } catch (error) {
        if (error instanceof SourceError) throw error
        const name = error instanceof Error ? error.name : 'unknown'
        throw new SourceError(name === 'TimeoutError' ? 'did not answer in time' : 'not reachable', {
          cause: error,
        })
      }
    },
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new SourceError('answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Seconds only: chain servers send no dates. */
function parseRetryAfter(text: string | null): number | null {
  const seconds = text === null ? Number.NaN : Number(text)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null
}
