import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/services/mail-server.ts'
import { createSmtpMailer, type OutgoingMail } from './smtp-mailer.ts'

const from = 'Shipminer <noreply@shipminer.example>'
const mail: OutgoingMail = {
  messageId: 'receipt.C-1@shipminer.example',
  to: 'ion@exemplu.ro',
  replyTo: 'desk@shipminer.example',
  subject: 'Sunteți pe lista de așteptare',
  text: 'Bună ziua,\n\nȘerban – țară\n',
  html: '<p>Bună ziua, Șerban</p>',
}
const trusting = { tls: { rejectUnauthorized: false } }

let server: MailServer
afterEach(() => server?.close())

test('sends text and HTML with sender, reply address and the same Message-ID', async () => {
  server = await startMailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
  expect(await mailer.send(mail)).toEqual({ kind: 'sent' })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    from: 'noreply@shipminer.example',
    to: ['ion@exemplu.ro'],
    secure: false,
    user: null,
    text: expect.stringContaining('Șerban – țară'),
    html: expect.stringContaining('Șerban'),
    headers: {
      from: from,
      'reply-to': 'desk@shipminer.example',
      'message-id': '<receipt.C-1@shipminer.example>',
      'auto-submitted': 'auto-generated',
    },
  })
})

test('no words of a visitor become a header', async () => {
  server = await startMailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from, ...trusting })
  const subject = 'Message from A\r\nBcc: victim@example.com\r\n\r\nbody'
  expect(await mailer.send({ ...mail, subject })).toEqual({ kind: 'sent' })
  expect(server.received[0]?.to).toEqual(['ion@exemplu.ro'])
  expect(server.received[0]?.headers.bcc).toBeUndefined()
})

describe('with a login', () => {
  const login = { user: 'ship@mailer', password: 'pa:ss/wo@rd' }
  const urlFor = (password: string) =>
    `smtp://${encodeURIComponent(login.user)}:${encodeURIComponent(password)}@localhost:${server.port}`

  test('logs in over STARTTLS', async () => {
    server = await startMailServer({ login })
    const mailer = createSmtpMailer({ url: urlFor(login.password), from, ...trusting })
    expect(await mailer.send(mail)).toEqual({ kind: 'sent' })
    expect(server.received[0]).toMatchObject({ secure: true, user: login.user })
  })

  test('a wrong password makes the server unavailable, not the mail refused', async () => {
    server = await startMailServer({ login })
    const mailer = createSmtpMailer({ url: urlFor('wrong'), from, ...trusting })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' })
  })

  test('the password never goes over a line without TLS', async () => {
    server = await startMailServer({ login, startTls: false })
    const mailer = createSmtpMailer({ url: urlFor(login.password), from, ...trusting })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' })
    expect(server.received).toEqual([])
  })

  test('a certificate that nobody vouches for is not trusted', async () => {
    server = await startMailServer({ login })
    const mailer = createSmtpMailer({ url: urlFor(login.password), from })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' })
  })
})

describe('answers of the server', () => {
  const cases = [
    ['to', 451, 'later'],
    ['to', 550, 'refused'],
    ['data', 452, 'later'],
    ['data', 554, 'refused'],
    ['from', 451, 'unavailable'],
    ['from', 550, 'unavailable'],
  ] as const
  test.each(cases)('%s answered %d: %s', async (stage, code, kind) => {
    server = await startMailServer()
    server.refuse[stage] = { code, words: 'not today' }
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from, ...trusting })
    const ofAddress = kind === 'refused' ? { isAddress: stage === 'to' } : {}
    expect(await mailer.send(mail)).toEqual({
      kind,
      error: expect.stringContaining('not today'),
      ...ofAddress,
    })
  })
})

describe('a server that is not there', () => {
  test('refuses connections', async () => {
    server = await startMailServer()
    await server.close()
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' })
  })

  test('takes the connection and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = await new Promise<Server>((resolve) => {
      const listener = createServer((socket) => sockets.push(socket))
      listener.listen(0, '127.0.0.1', () => resolve(listener))
    })
    const { port } = silent.address() as { port: number }
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 50 })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' })
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
