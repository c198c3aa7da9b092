import { timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { SecretKey } from '../secret-key/secret-key.ts'
import { AppError } from './app-error.ts'

/** How long an address is valid. A ship may be slow; it gets a new one with each connection. */
const lifetimeMs = 7 * 86_400_000

/** Files that controllers download from an address of their own. */
export type DownloadKind = {
  /** What the address is signed for, so that one kind is never good for another. */
  purpose: 'firmware-download' | 'release-download'
  /** `/uplink/…`, below which the files lie by name. */
  folder: string
  /** What a name may be. */
  isName: (name: string) => boolean
  mediaType: string
}

type Signing = { secretKey: SecretKey; clock: () => number }
type Claim = { controllerId: string; name: string; expiresAt: number }

/** What a token says; the token is its hash. */
const claimText = ({ controllerId, name, expiresAt }: Claim) => `${controllerId}\n${name}\n${expiresAt}`

/** Path from which one controller downloads one file. */
export function downloadPath(
  { secretKey, clock }: Signing,
  { purpose, folder }: DownloadKind,
  controllerId: string,
  name: string,
): string {
  const expiresAt = clock() + lifetimeMs
  const token = secretKey.hash(purpose, claimText({ controllerId, name, expiresAt })).toString('base64url')
  const query = new URLSearchParams({ controller: controllerId, expires: String(expiresAt), token })
  return `${folder}/${name}?${query}`
}

const askedSchema = z.object({
  name: z.string().max(100),
  controller: z.string().max(64),
  expires: z.coerce.number().int(),
  token: z.string().max(100),
})

/** Whether an address was issued by this server and is still valid. */
function isAllowed(
  { secretKey, clock }: Signing,
  { purpose }: DownloadKind,
  asked: z.infer<typeof askedSchema>,
): boolean {
  const { controller: controllerId, name, expires: expiresAt } = asked
  const given = Buffer.from(asked.token, 'base64url')
  const isIssued = secretKey
    .hashes(purpose, claimText({ controllerId, name, expiresAt }))
    .some((hash) => given.length === hash.length && timingSafeEqual(given, hash))
  return isIssued && clock() < expiresAt
}

/** A file from byte `from` on; `body` is null when it has no such byte. Null: there is no such file. */
export type OpenFile = (
  name: string,
  from: number,
  controllerId: string,
) => Promise<{ size: number; body: Readable | null } | null>

/** Serves the files of a kind for the controllers whose address they were given, whole or from a byte on. */
export function downloadRoute(
  app: FastifyInstance,
  signing: Signing,
  kind: DownloadKind,
  open: OpenFile,
): void {
  app.get(
    `${kind.folder}/:name`,
    { config: { rateLimit: { max: 60, timeWindow: 60_000 } } },
    async (request, reply) => {
      const asked = askedSchema.safeParse({ ...(request.query as object), ...(request.params as object) })
      if (!asked.success || !kind.isName(asked.data.name) || !isAllowed(signing, kind, asked.data))
        throw new AppError('not-found')
      const from = Number(/^bytes=(\d{1,10})-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const file = await open(asked.data.name, from, asked.data.controller)
      if (file === null) throw new AppError('not-found')
      const { size, body } = file
      if (body === null) return reply.status(416).header('content-range', `bytes */${size}`).send()
      if (from > 0) reply.status(206).header('content-range', `bytes ${from}-${size - 1}/${size}`)
      return reply
        .type(kind.mediaType)
        .header('content-length', size - from)
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'no-store')
        .send(body)
    },
  )
}
