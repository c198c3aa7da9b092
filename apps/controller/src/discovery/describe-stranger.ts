import type { Stranger, StrangerPort } from '@shipminer/contract/control/strangers'
import { cleanText } from '@shipminer/contract/from-outside'
import { type Budget, budgetFrom, partOf } from '../drivers/budget.ts'
import { exchangeOnce } from '../drivers/cgminer/cgminer-client.ts'
import type { ReadContext } from '../drivers/driver.ts'
import type { HttpEvidence } from '../drivers/judge/evidence.ts'
import { recognise } from '../drivers/judge/markers.ts'
import { gatherHttpEvidence } from './gather-evidence.ts'
import type { OpenPorts } from './identify-device.ts'

const MOST_PORTS = 8
const LONGEST_SAID = 300
/** Of a page; a search of more could be made slow on purpose. */
const SEARCHED_CHARACTERS = 4096
const ANSWER_MS = 1500

/** Asks the open ports of a host that no driver knows, one after the other, what they are, so that a person can tell. Writes nothing. */
export async function describeStranger(
  host: string,
  open: OpenPorts,
  context: ReadContext,
): Promise<Stranger> {
  const budget = budgetFrom(context)
  const ports: StrangerPort[] = []
  const pages: HttpEvidence[] = []
  const page = async (port: number, isSecure: boolean): Promise<StrangerPort | null> => {
    const found = await gatherHttpEvidence({ host, port }, budget, isSecure)
    if (found === null) return null
    pages.push(found)
    return { port, protocol: isSecure ? 'https' : 'http', said: pageWords(found) }
  }
  const describe = async (port: number): Promise<StrangerPort> =>
    (await page(port, false)) ?? (await textPort(host, port, budget))
  const named = [...open.cgminer, ...open.http, ...(open.whatsminer ?? []), ...open.any]
  for (const port of [...new Set(named)].slice(0, MOST_PORTS)) ports.push(await describe(port))
  for (const port of (open.https ?? []).slice(0, MOST_PORTS - ports.length))
    ports.push((await page(port, true)) ?? (await textPort(host, port, budget)))
  // Several behind one address, as on the loopback of a simulated ship, differ by their ports.
  const key = host.startsWith('127.') ? `${host}:${ports[0]?.port ?? 0}` : host
  return { key, address: host, guess: guessOf(pages), ports }
}

/** What a port answers to a question of the cgminer API, or by itself. */
async function textPort(host: string, port: number, budget: Budget): Promise<StrangerPort> {
  const answer = await exchangeOnce({ host, port }, '{"command":"version"}', partOf(budget, ANSWER_MS))
  const said = answer.ok ? words(answer.bytes.subarray(0, 4 * LONGEST_SAID).toString('utf8')) : ''
  return { port, protocol: said === '' ? 'mute' : 'text', said }
}

function pageWords({ status, server, realm, location, body }: HttpEvidence): string {
  const page = body.slice(0, SEARCHED_CHARACTERS)
  const title = /<title[^>]*>([^<]{1,200})/i.exec(page)?.[1] ?? null
  const text = title ?? page.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
  return words([`HTTP ${status}`, server, realm, location, text].filter((part) => part !== null).join(' · '))
}

/** One line of what can be printed. */
function words(text: string): string {
  return cleanText(
    text
      .replace(/[\p{C}\ufffd\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_SAID),
    LONGEST_SAID,
  )
}

function guessOf(pages: readonly HttpEvidence[]): string | null {
  for (const http of pages) {
    const { make, firmware } = recognise({ cgminer: null, http })
    if (firmware !== null || make !== null) return firmware ?? make
  }
  return null
}
