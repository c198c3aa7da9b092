import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReleaseDeps } from './releases.deps.ts'

/** How long an address is valid. A ship may be slow; it gets a new one with each connection. */
const lifetimeMs = 7 * 86_400_000

type Claim = { controllerId: string; version: string; expiresAt: number }

function tokenOf(secretKey: Buffer, { controllerId, version, expiresAt }: Claim): string {
  return createHmac('sha256', secretKey)
    .update(`release-download\n${controllerId}\n${version}\n${expiresAt}`)
    .digest('base64url')
}

/** Path from which one controller downloads the archive of a release. */
export function downloadPath(
  { secretKey, clock }: Pick<ReleaseDeps, 'secretKey' | 'clock'>,
  { controllerId, version }: { controllerId: string; version: string },
): string {
  const expiresAt = clock() + lifetimeMs
  const token = tokenOf(secretKey, { controllerId, version, expiresAt })
  const query = new URLSearchParams({ controller: controllerId, expires: String(expiresAt), token })
  return `/uplink/releases/${version}?${query}`
}

/** Whether an address was issued by this server and is still valid. */
export function isDownloadAllowed(
  { secretKey, clock }: Pick<ReleaseDeps, 'secretKey' | 'clock'>,
  asked: { controller: string; version: string; expires: number; token: string },
): boolean {
  const { controller: controllerId, version, expires: expiresAt } = asked
  const expected = Buffer.from(tokenOf(secretKey, { controllerId, version, expiresAt }))
  const given = Buffer.from(asked.token)
  return given.length === expected.length && timingSafeEqual(given, expected) && clock() < expiresAt
}
