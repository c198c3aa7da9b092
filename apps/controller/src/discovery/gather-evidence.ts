import { type Budget, partOf } from '../drivers/budget.ts'
import { readCommand } from '../drivers/cgminer/cgminer-client.ts'
import { cgminerEvidence } from '../drivers/cgminer/cgminer-identity.ts'
import { replyTo } from '../drivers/cgminer/parse-reply.ts'
import { realmOf } from '../drivers/http/digest-auth.ts'
import { httpGet } from '../drivers/http/http-client.ts'
import type { CgminerEvidence, Evidence, HttpEvidence } from '../drivers/judge/evidence.ts'
import { gatherV3Info } from '../drivers/whatsminer/v3-driver.ts'

type Endpoint = { host: string; port: number }

/** Length of the beginning of a page that is searched for markers. */
const LONGEST_PAGE_BYTES = 64 * 1024
/** A miner answers `version` at once; a port that is silent for longer speaks another protocol. */
const ANSWER_MS = 2000

/** Queries a port for `version` and `devdetails` of the cgminer API; null when it does not speak that. */
export async function gatherCgminerEvidence(
  endpoint: Endpoint,
  budget: Budget,
): Promise<CgminerEvidence | null> {
  const version = await readCommand(endpoint, 'version', partOf(budget, ANSWER_MS))
  if (!version.ok || version.parsed.kind === 'http' || version.parsed.kind === 'garbled') return null
  if (version.parsed.kind === 'starting') {
    return { port: endpoint.port, version: {}, devdetails: [], description: null, starting: true }
  }
  const reply = replyTo(version.parsed, 'version')
  const details = await readCommand(endpoint, 'devdetails', partOf(budget, ANSWER_MS))
  return cgminerEvidence(endpoint.port, reply, details.ok ? replyTo(details.parsed, 'devdetails') : null)
}

/** Queries a port for what the device says of itself in Whatsminer's third API; null when it does not speak that. */
export async function gatherV3Evidence(
  endpoint: Endpoint,
  budget: Budget,
): Promise<NonNullable<Evidence['whatsminer']> | null> {
  const info = await gatherV3Info(endpoint, partOf(budget, ANSWER_MS))
  return info === null ? null : { port: endpoint.port, info }
}

/** Sends a port `GET /`; null when it does not speak HTTP. */
export async function gatherHttpEvidence(
  endpoint: Endpoint,
  budget: Budget,
  isSecure = false,
): Promise<HttpEvidence | null> {
  const outcome = await httpGet(endpoint, '/', partOf(budget, ANSWER_MS), {
    longestBytes: LONGEST_PAGE_BYTES,
    isSecure,
  })
  if (!outcome.ok) return null
  const { headers, status, body } = outcome.answer
  return {
    port: endpoint.port,
    status,
    realm: realmOf(headers['www-authenticate']),
    location: headers.location ?? null,
    server: headers.server === undefined ? null : String(headers.server),
    body: body.toString('utf8'),
  }
}
