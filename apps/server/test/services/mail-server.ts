import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  secure: boolean
  user: string | null
  /** Names in lower case, folded lines joined, encoded words as they came. */
  headers: Record<string, string>
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

/** The responses to the next mails at a stage; undefined means acceptance. */
type Refusal = { code: number; words: string } | undefined

export type MailServer = {
  port: number
  received: ReceivedMail[]
  /** Calls of each stage, also the refused ones. */
  tries: { from: number; to: number; data: number }
  /** May be changed while it runs. */
  refuse: { from?: Refusal; to?: Refusal; data?: Refusal }
  /** Addresses without a mailbox; may be changed while it runs. */
  unknown: Set<string>
  close(): Promise<void>
}

export type MailServerOptions = {
  port?: number
  /** The only login that may send. */
  login?: { user: string; password: string }
  /** Offer STARTTLS, with the library's own certificate for localhost. Default true. */
  startTls?: boolean
}

/** A real SMTP server on this machine. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { login, startTls = true } = options
  const state: Pick<MailServer, 'received' | 'tries' | 'refuse' | 'unknown'> = {
    received: [],
    tries: { from: 0, to: 0, data: 0 },
    refuse: {},
    unknown: new Set(),
  }
  const answer = (stage: 'from' | 'to' | 'data') => {
    state.tries[stage] += 1
    const refusal = state.refuse[stage]
    return refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: login === undefined,
    hideSTARTTLS: !startTls,
    ...(startTls ? {} : { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: !startTls,
    onAuth: (auth, _session, done) =>
      auth.username === login?.user && auth.password === login?.password
        ? done(null, { user: auth.username })
        : done(Object.assign(new Error('wrong login'), { responseCode: 535 })),
    onMailFrom: (_address, _session, done) => done(answer('from')),
    onRcptTo({ address }, _session, done) {
      const refusal = answer('to')
      if (!state.unknown.has(address)) return done(refusal)
      done(Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = answer('data')
        if (!refusal) state.received.push(readMail(Buffer.concat(chunks).toString('utf8'), session))
        done(refusal)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return { ...state, port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function readMail(raw: string, session: SMTPServerSession): ReceivedMail {
  const { headers, body } = splitPart(raw)
  const { mailFrom, rcptTo } = session.envelope
  const parts = leavesOf({ headers, body })
  const partOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers['content-type']?.startsWith(type))
    return part ? decodeBody(part.body, part.headers['content-transfer-encoding']) : ''
  }
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    secure: session.secure,
    user: session.user ? String(session.user) : null,
    headers,
    text: partOf('text/plain'),
    html: partOf('text/html'),
    attachments: parts.flatMap((part) => {
      const filename = /^attachment;.*filename="?([^";]+)"?/.exec(
        part.headers['content-disposition'] ?? '',
      )?.[1]
      const contentType = (part.headers['content-type'] ?? '').split(';')[0] ?? ''
      return filename === undefined
        ? []
        : [{ filename, contentType, content: Buffer.from(part.body, 'base64') }]
    }),
  }
}

type Part = { headers: Record<string, string>; body: string }

/** The parts with content, at any depth. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((inner) => leavesOf(splitPart(inner.replace(/^\r?\n/, ''))))
}

function splitPart(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const lines = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): [string, string][] => {
      const match = /^([\w-]+):\s*(.*)$/.exec(line)
      return match ? [[(match[1] ?? '').toLowerCase(), match[2] ?? '']] : []
    })
  return { headers: Object.fromEntries(lines), body: rest.join('\n\n') }
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
