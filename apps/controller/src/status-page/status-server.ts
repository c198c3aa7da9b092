import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isAllowedHost } from './allowed-host.ts'
import { renderStatusPage, STYLE_HASH } from './html.ts'
import { type ControllerStatus, problemsOf } from './status.ts'
import { LANGUAGES, languageOf } from './texts.ts'

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export type StatusServer = { port: number; close(): Promise<void> }

/**
 * Serves the page at `/`, its figures at `/status.json`, what is not known on the network as a file at `/strangers.json`, whether all is well at `/health`, and takes the crew's stop at `/master-stop` and
 * their word on the meter at `/panel-check`. Rejects when the address cannot be listened on.
 */
export function startStatusServer(options: {
  host: string
  port: number
  ownNames: readonly string[]
  status: () => ControllerStatus
  /** Resolves when it is in force and on disk. */
  setMasterStop: (on: boolean) => Promise<void>
  answerPanel: (isSame: boolean) => Promise<void>
}): Promise<StatusServer> {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 },
    (request, response) => void answer(request, response, options),
  )
  server.maxConnections = 64
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject)
      server.on('error', () => {})
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}

type Answer = { code: number; type: string; body: string; headers?: Record<string, string> }

type Options = {
  ownNames: readonly string[]
  status: () => ControllerStatus
  setMasterStop: (on: boolean) => Promise<void>
  answerPanel: (isSame: boolean) => Promise<void>
}

async function answer(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  const { code, type, body, headers } =
    request.method === 'POST' ? await take(request, options) : answerTo(request, options)
  response.writeHead(code, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The crew's buttons, from this very page and no other: another page that is open in the same browser cannot press them. */
async function take(request: IncomingMessage, options: Options): Promise<Answer> {
  const { host, origin } = request.headers
  const text = (code: number, body: string): Answer => ({ code, type: 'text/plain', body })
  if (!isAllowedHost(host, options.ownNames)) return text(421, 'This name is not served here.\n')
  const [path, query = ''] = (request.url ?? '/').split('?')
  if (path !== '/master-stop' && path !== '/panel-check')
    return { ...text(405, 'This page only shows.\n'), headers: { allow: 'GET, HEAD' } }
  if (origin !== `http://${host}`) return text(403, 'Only this page itself may do that.\n')
  const sent = new URLSearchParams(await smallBody(request))
  const isStop = path === '/master-stop'
  const word = sent.get(isStop ? 'stop' : 'same')
  const [yes, no] = isStop ? ['on', 'off'] : ['yes', 'no']
  if (word !== yes && word !== no) return text(400, `${isStop ? 'stop' : 'same'} must be ${yes} or ${no}\n`)
  try {
    await (isStop ? options.setMasterStop(word === yes) : options.answerPanel(word === yes))
  } catch {
    return text(500, 'It is in force, but could not be kept on disk.\n')
  }
  const asked = new URLSearchParams(query).get('lang')
  const language = LANGUAGES.find((candidate) => candidate === asked)
  return { ...text(303, ''), headers: { location: language ? `/?lang=${language}` : '/' } }
}

/** At most a hundred bytes; what is longer is cut and then means nothing. */
async function smallBody(request: IncomingMessage): Promise<string> {
  let body = ''
  try {
    for await (const chunk of request) {
      body += String(chunk)
      if (body.length > 100) return ''
    }
  } catch {
    return ''
  }
  return body
}

function answerTo(request: IncomingMessage, { ownNames, status }: Options): Answer {
  if (!isAllowedHost(request.headers.host, ownNames)) {
    return { code: 421, type: 'text/plain', body: 'This name is not served here.\n' }
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { code: 405, type: 'text/plain', body: 'This page only shows.\n', headers: { allow: 'GET, HEAD' } }
  }
  const [path, query = ''] = (request.url ?? '/').split('?')
  if (path === '/status.json') return { code: 200, type: 'application/json', body: JSON.stringify(status()) }
  if (path === '/strangers.json') {
    const { controllerId, version, madeAt, strangers } = status()
    return {
      code: 200,
      type: 'application/json',
      body: JSON.stringify({ controllerId, version, madeAt, strangers }, null, 2),
      headers: { 'content-disposition': 'attachment; filename="shipminer-strangers.json"' },
    }
  }
  if (path === '/health') {
    const problems = problemsOf(status())
    const body = JSON.stringify({ ok: problems.length === 0, problems })
    return { code: problems.length === 0 ? 200 : 503, type: 'application/json', body }
  }
  if (path !== '/') return { code: 404, type: 'text/plain', body: 'There is nothing here.\n' }
  const asked = new URLSearchParams(query).get('lang')
  const language =
    LANGUAGES.find((candidate) => candidate === asked) ?? languageOf(request.headers['accept-language'])
  return {
    code: 200,
    type: 'text/html',
    body: renderStatusPage(status(), language),
    headers: { 'content-language': language, vary: 'accept-language' },
  }
}
