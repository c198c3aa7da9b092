import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type CommissioningAct,
  commissioningSteps,
} from '@shipminer/domain/generator/commissioning/commissioning'
import { isAllowedHost } from './allowed-host.ts'
import { renderCommissionPage } from './commissioning/commission-page.ts'
import type { CommissionStatus } from './commissioning/commission-status.ts'
import { CREW_POLICY } from './crew/crew-assets.ts'
import { LOOKS, type Look, renderCrewPage, renderCrewPart } from './crew/crew-page.ts'
import type { CrewStatus } from './crew/crew-status.ts'
import { renderStatusPage, STYLE_HASH } from './html.ts'
import { renderMeterPage } from './meter/meter-page.ts'
import type { MeterAct, MeterOutcome, MeterStatus } from './meter/meter-status.ts'
import { type ControllerStatus, problemsOf } from './status.ts'
import { LANGUAGES, languageOf } from './texts.ts'

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  // With `no-referrer` browsers send the origin of the page's own forms as `null`, and no button would work.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export type StatusServer = { port: number; close(): Promise<void> }

/**
 * Serves the page at `/`, its figures at `/status.json`, what is not known on the network as a file at `/strangers.json`, whether all is well at `/health`, and takes the crew's stop at `/master-stop` and
 * their word on the meter at `/panel-check`. The page of the wheelhouse is at `/crew`, the choice of the meter at `/meter`, the check at commissioning at `/commission`, its report at `/commission.json`. Rejects when the address cannot be listened on.
 */
export function startStatusServer(options: {
  host: string
  port: number
  ownNames: readonly string[]
  status: () => ControllerStatus
  /** Resolves when it is in force and on disk. */
  setMasterStop: (on: boolean) => Promise<void>
  answerPanel: (isSame: boolean) => Promise<void>
  crew: () => CrewStatus
  /** Somebody has seen what needs a person, by the codes that the page showed. */
  acknowledge: (shown: readonly string[]) => void
  /** The check at commissioning, and what a person does in it; resolves when that is on disk. */
  commission: () => CommissionStatus
  actOnCommission: (act: CommissioningAct) => Promise<void>
  /** The choice of the meter, and what a person does about it. */
  meter: () => MeterStatus
  actOnMeter: (act: MeterAct) => Promise<MeterOutcome>
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

type Options = Omit<Parameters<typeof startStatusServer>[0], 'host' | 'port'>

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
  const [path = '', query = ''] = (request.url ?? '/').split('?')
  const button = Object.hasOwn(buttons, path) ? buttons[path] : undefined
  if (button === undefined)
    return { ...text(405, 'This page only shows.\n'), headers: { allow: 'GET, HEAD' } }
  if (origin !== `http://${host}`) return text(403, 'Only this page itself may do that.\n')
  const pressed = button(options, await formOf(request, path))
  if (typeof pressed === 'string') return text(400, `${pressed}\n`)
  let shows: unknown
  try {
    shows = await pressed()
  } catch {
    return text(500, 'It is in force, but could not be kept on disk.\n')
  }
  const asked = new URLSearchParams(query)
  const language = LANGUAGES.find((candidate) => candidate === asked.get('lang'))
  const kept = new URLSearchParams(language ? { lang: language } : {})
  if (shows instanceof URLSearchParams) {
    for (const [name, value] of shows) kept.set(name, value)
    return { ...text(303, ''), headers: { location: `${path}?${kept}` } }
  }
  const from = path === '/commission' ? 'commission' : asked.get('from')
  const isCrew = from === 'crew'
  if (isCrew) kept.set('look', lookOf(asked))
  return {
    ...text(303, ''),
    headers: {
      location: `/${isCrew || from === 'commission' ? from : ''}${kept.size > 0 ? `?${kept}` : ''}`,
    },
  }
}

const meterActs = ['try', 'keep', 'drop', 'search'] as const satisfies readonly MeterAct['kind'][]

/** What a button does with the form that it sends, and with what the page is then shown; a text: what is wrong with that. */
type Button = (options: Options, form: URLSearchParams) => (() => Promise<unknown>) | string

const eitherOf =
  (
    field: string,
    yes: string,
    no: string,
    press: (options: Options, isYes: boolean) => Promise<void>,
  ): Button =>
  (options, form) => {
    const word = form.get(field)
    return word === yes || word === no
      ? () => press(options, word === yes)
      : `${field} must be ${yes} or ${no}`
  }

/** What the crew may press. */
const buttons: Readonly<Record<string, Button>> = {
  '/master-stop': eitherOf('stop', 'on', 'off', (options, on) => options.setMasterStop(on)),
  '/panel-check': eitherOf('same', 'yes', 'no', (options, same) => options.answerPanel(same)),
  '/acknowledge': (options, form) => {
    const shown = form.get('seen')
    return shown !== null && /^[a-z-]{1,40}( [a-z-]{1,40}){0,31}$/.test(shown)
      ? async () => options.acknowledge(shown.split(' '))
      : 'seen must be the codes of what was shown'
  },
  '/commission': (options, form) => {
    const act = commissioningActOf(form)
    return act === null ? 'act, step, reason or kw cannot be understood' : () => options.actOnCommission(act)
  },
  '/meter': (options, form) => {
    const kind = meterActs.find((one) => one === form.get('act'))
    if (kind === undefined) return `act must be one of ${meterActs.join(', ')}`
    return async () =>
      queryAfter(form, kind, await options.actOnMeter(kind === 'try' ? { kind, form } : { kind }))
  },
}

/** What the page is shown after a press: what came of it, and what was entered where some of it is wrong. Never a login. */
function queryAfter(form: URLSearchParams, kind: MeterAct['kind'], outcome: MeterOutcome): URLSearchParams {
  if (outcome.name === 'done') return new URLSearchParams(kind === 'drop' ? { said: 'dropped' } : {})
  if (outcome.name !== 'wrong') return new URLSearchParams({ said: outcome.name })
  const shown = new URLSearchParams(form)
  for (const name of ['act', 'meter', 'map', 'username', 'password', 'lang']) shown.delete(name)
  shown.set('choose', form.get('meter') ?? '')
  shown.set('said', 'wrong')
  shown.set('wrong', outcome.fields.join(','))
  return shown
}

/** What a person does in the check, from the form of its page; null: nothing that makes sense. */
export function commissioningActOf(form: URLSearchParams): CommissioningAct | null {
  const step = commissioningSteps.find((one) => one === form.get('step'))
  switch (form.get('act')) {
    case 'begin':
      return step === undefined ? null : { kind: 'begin', step }
    case 'skip': {
      const reason = cleanReason(form.get('reason') ?? '')
      return step === undefined || reason.length < 3 ? null : { kind: 'skip', step, reason }
    }
    case 'enter': {
      const stepKw = Number((form.get('kw') ?? '').trim().replace(',', '.') || Number.NaN)
      return stepKw > 0 && stepKw <= 100_000 ? { kind: 'enter', stepKw } : null
    }
    case 'done':
      return { kind: 'done' }
    default:
      return null
  }
}

const cleanReason = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)

const longestBody = 2_000
/** The list of a controller's registers is some hundred thousand characters. */
const longestFile = 2_000_000
const longestRead = 32_000_000

const lookOf = (query: URLSearchParams): Look => LOOKS.find((look) => look === query.get('look')) ?? 'dusk'

/** The fields of a form; those of the meter may hold a file, of which the text counts. */
async function formOf(request: IncomingMessage, path: string): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? ''
  if (path !== '/meter' || !type.startsWith('multipart/form-data'))
    return new URLSearchParams(String(await bodyOf(request, longestBody)))
  const form = new URLSearchParams()
  try {
    const body = await bodyOf(request, longestFile)
    const sent = await new Response(body, { headers: { 'content-type': type } }).formData()
    for (const [name, value] of sent)
      form.set(name, typeof value === 'string' ? value : textOf(await value.arrayBuffer()))
  } catch {
    // Another file than that list: it is asked for again.
    return new URLSearchParams({ act: 'try', meter: 'comap-export' })
  }
  return form
}

/** Programs on Windows write UTF-16 with a mark, or one byte for each character; only plain letters and digits count here. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  return new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** What is longer means nothing, but is read to its end, so that who sent it gets an answer. */
async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  let chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length > longestRead) return Buffer.alloc(0)
      if (length > most) chunks = []
      else chunks.push(chunk)
    }
  } catch {
    return Buffer.alloc(0)
  }
  return length > most ? Buffer.alloc(0) : Buffer.concat(chunks)
}

function answerTo(request: IncomingMessage, options: Options): Answer {
  const { ownNames, status } = options
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
  if (path === '/commission.json')
    return {
      code: 200,
      type: 'application/json',
      body: JSON.stringify(options.commission().report, null, 2),
      headers: { 'content-disposition': 'attachment; filename="shipminer-commissioning.json"' },
    }
  if (path === '/commission-status.json')
    return { code: 200, type: 'application/json', body: JSON.stringify(options.commission()) }
  if (path === '/health') {
    const problems = problemsOf(status())
    const body = JSON.stringify({ ok: problems.length === 0, problems })
    return { code: problems.length === 0 ? 200 : 503, type: 'application/json', body }
  }
  const asked = new URLSearchParams(query)
  const language =
    LANGUAGES.find((candidate) => candidate === asked.get('lang')) ??
    languageOf(request.headers['accept-language'])
  if (path === '/crew' || path === '/crew/part') {
    const render = path === '/crew' ? renderCrewPage : renderCrewPart
    return {
      code: 200,
      type: 'text/html',
      body: render(status(), options.crew(), language, lookOf(asked)),
      headers: {
        'content-language': language,
        vary: 'accept-language',
        'content-security-policy': CREW_POLICY,
      },
    }
  }
  if (path === '/commission')
    return {
      code: 200,
      type: 'text/html',
      body: renderCommissionPage(status(), options.commission(), language),
      headers: { 'content-language': language, vary: 'accept-language' },
    }
  if (path === '/meter')
    return {
      code: 200,
      type: 'text/html',
      body: renderMeterPage(status(), options.meter(), language, asked),
      headers: { 'content-language': language, vary: 'accept-language' },
    }
  if (path !== '/') return { code: 404, type: 'text/plain', body: 'There is nothing here.\n' }
  return {
    code: 200,
    type: 'text/html',
    body: renderStatusPage(status(), language),
    headers: { 'content-language': language, vary: 'accept-language' },
  }
}
