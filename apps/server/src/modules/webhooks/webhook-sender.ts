import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './address-guard.ts'

export type SendResult =
  | { kind: 'answered'; statusCode: number; retryAfterMs: number | null }
  | { kind: 'failed'; error: string }

export type WebhookSender = {
  /** Null when a message may be sent there; otherwise why not. Names are not resolved yet. */
  refuse(url: string): string | null
  /** One attempt. Never throws. The address is checked after its name was resolved, and exactly that address is connected to. */
  send(url: string, body: string, headers: Record<string, string>): Promise<SendResult>
}

const timeoutMs = 20_000
const answerBytes = 64 * 1024

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/** Finds every address of a name, as `lookup` of `node:dns` does. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Sends webhooks over https to the public network; with `allowLoopback` also over http to this machine. Redirects are not followed. */
export function createWebhookSender(options: {
  allowLoopback: boolean
  timeoutMs?: number
  /** Names are resolved by the system where it is left out. */
  resolve?: Resolve
}): WebhookSender {
  const { allowLoopback, resolve = lookup } = options
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))

  const guardedLookup = createGuardedLookup(resolve, isAllowed)

  function refuse(text: string): string | null {
    if (!URL.canParse(text)) return 'no address'
    const url = new URL(text)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.username !== '' || url.password !== '') return 'holds a password'
    const isLocal = host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host))
    if (url.protocol !== 'https:' && !(allowLoopback && isLocal && url.protocol === 'http:'))
      return 'is not https'
    if (isIP(host) !== 0 && !isAllowed(host)) return 'is not of the public network'
    if (isLocal && !allowLoopback) return 'is not of the public network'
    return null
  }

  return {
    refuse,
    send(text, body, headers) {
      const refusal = refuse(text)
      if (refusal) return Promise.resolve({ kind: 'failed', error: `the address ${refusal}` })
      const url = new URL(text)
      const request = url.protocol === 'https:' ? httpsRequest : httpRequest
      return new Promise((done) => {
        const finishFailed = (error: Error) => done({ kind: 'failed', error: error.message.slice(0, 200) })
        const outgoing = request(
          url,
          {
            method: 'POST',
            lookup: guardedLookup,
            agent: false,
            signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
            headers: {
              ...headers,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          (response) => {
            let bytes = 0
            response.on('data', (chunk: Buffer) => {
              bytes += chunk.length
              if (bytes > answerBytes) response.destroy()
            })
            const finishAnswered = () =>
              done({
                kind: 'answered',
                statusCode: response.statusCode ?? 0,
                retryAfterMs: parseRetryAfter(response.headers['retry-after']),
              })
            response.on('end', finishAnswered)
            response.on('close', finishAnswered)
            response.on('error', finishAnswered)
          },
        )
        outgoing.on('error', (error) =>
          finishFailed(
            error.name === 'TimeoutError' || error.name === 'AbortError'
              ? new Error('no answer in time')
              : error,
          ),
        )
        outgoing.end(body)
      })
    },
  }
}

/** Resolves names, and refuses those of which one address is not allowed. */
function createGuardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      // One bad address is enough: we cannot choose which of them is connected to.
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isAllowed(address)))
        return callback(new RefusedAddress('address is not of the public network'), '', 0)
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}

/** Seconds or a date; at most a day. */
function parseRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) * 1000 : null
}
