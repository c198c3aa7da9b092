import { connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Budget } from '../budget.ts'
import { inTurn, NO_TURN } from '../device-turn.ts'
import type { FailureReason } from '../driver.ts'
import { failureOf } from '../failure.ts'

/** Statuses of gRPC that a caller tells apart; https://grpc.io/docs/guides/status-codes. */
export const grpcStatus = { ok: 0, permissionDenied: 7, unimplemented: 12, unauthenticated: 16 } as const

/** Longest answer that is read. */
const LONGEST_BYTES = 64 * 1024
const FRAME_HEAD_BYTES = 5

export type GrpcOutcome =
  /** `message`: the first answer; null: none came, as with every status but `ok`. */
  | { ok: true; status: number; message: Buffer | null }
  /** `isSent`: all messages had been sent, so the device may have carried them out. */
  | { ok: false; reason: FailureReason; isSent: boolean }

export type GrpcCall = {
  /** As in `braiins.bos.v1.UpgradeService/SystemUpgrade`. */
  path: string
  /** Messages, encoded. One, or a stream. */
  messages: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** Token of a login. */
  authorization?: string
}

/** One call over HTTP/2 without TLS, on a connection of its own. Never repeated, never throws. One at a time for each host and port. */
export async function callGrpc(
  endpoint: { host: string; port: number },
  call: GrpcCall,
  budget: Budget,
): Promise<GrpcOutcome> {
  const outcome = await inTurn(`${endpoint.host}:${endpoint.port}`, budget, () => run(endpoint, call, budget))
  return outcome === NO_TURN ? { ok: false, reason: 'timeout', isSent: false } : outcome
}

async function run(
  { host, port }: { host: string; port: number },
  { path, messages, authorization }: GrpcCall,
  budget: Budget,
): Promise<GrpcOutcome> {
  let isSent = false
  const timeLeft = AbortSignal.timeout(Math.ceil(budget.remainingMs()))
  const signal = budget.signal === undefined ? timeLeft : AbortSignal.any([timeLeft, budget.signal])
  const session = connect(`http://${host}:${port}`)
  const lost = new Promise<never>((_, reject) => {
    session.once('error', reject)
    session.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    signal.addEventListener('abort', () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  })
  // An answer that is late is not read any more.
  lost.catch(() => {})
  try {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/${path}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(authorization === undefined ? {} : { authorization }),
    })
    stream.on('error', () => {})
    const answer = answerOf(stream)
    answer.catch(() => {})
    // A refusal may come before everything is sent, and then it counts.
    pipeline(Readable.from(frameMessages(messages)), stream, { signal }).then(
      () => {
        isSent = true
      },
      () => {},
    )
    return await Promise.race([answer, lost])
  } catch (error) {
    return { ok: false, reason: failureOf(error), isSent }
  } finally {
    session.destroy()
  }
}

/** Each message with its length before it, not compressed. */
async function* frameMessages(messages: GrpcCall['messages']): AsyncGenerator<Buffer> {
  for await (const message of messages) {
    const head = Buffer.alloc(FRAME_HEAD_BYTES)
    head.writeUInt32BE(message.length, 1)
    yield Buffer.concat([head, message])
  }
}

type ClientStream = ReturnType<ReturnType<typeof connect>['request']>

/** The status stands behind the answer, or in its head where there is no answer; that a stream breaks off behind it changes nothing. */
function answerOf(stream: ClientStream): Promise<GrpcOutcome & { ok: true }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let statusHeaders: IncomingHttpHeaders = {}
    stream.on('response', (headers) => {
      statusHeaders = headers
    })
    stream.on('trailers', (trailers) => {
      statusHeaders = trailers
    })
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > LONGEST_BYTES) stream.destroy()
      else chunks.push(chunk)
    })
    stream.on('close', () => {
      const status = Number(statusHeaders['grpc-status'] ?? Number.NaN)
      if (Number.isInteger(status))
        resolve({ ok: true, status, message: firstMessage(Buffer.concat(chunks)) })
      else reject(Object.assign(new Error('no status'), { code: 'ECONNRESET' }))
    })
  })
}

/** Null where it is compressed or cut off. */
function firstMessage(bytes: Buffer): Buffer | null {
  if (bytes.length < FRAME_HEAD_BYTES || bytes[0] !== 0) return null
  const end = FRAME_HEAD_BYTES + bytes.readUInt32BE(1)
  return end > bytes.length ? null : bytes.subarray(FRAME_HEAD_BYTES, end)
}
