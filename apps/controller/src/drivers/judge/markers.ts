import type { Evidence } from './evidence.ts'

/** What the answers say of a device's maker and of firmware that is not the maker's own. */
export type Recognition = { make: string | null; firmware: string | null }

type Rule = { pattern: RegExp; make?: string; firmware?: string }

/*
 * Firmware of others comes before the makers: it still calls the machine an Antminer.
 */
const API_RULES: readonly Rule[] = [
  { pattern: /BOSMINER|BOSER|BRAIINS/, firmware: 'Braiins OS' },
  { pattern: /LUXMINER|LUXOS/, firmware: 'LuxOS' },
  { pattern: /HIVEON/, firmware: 'HiveOn' },
  { pattern: /KAONSU/, firmware: 'Marathon' },
  { pattern: /VNISH/, firmware: 'VNish' },
  { pattern: /BTMINER|BITMICRO|WHATSMINER/, make: 'Whatsminer' },
  { pattern: /AVALON/, make: 'Avalon' },
  { pattern: /BDMINER/, make: 'SealMiner' },
  { pattern: /\bGCMINER|FLUXOS/, make: 'Auradine' },
  { pattern: /"TYPE":"HAMMER\b/, make: 'Hammer' },
  { pattern: /"TYPE":"VOLCMINER\b/, make: 'VolcMiner' },
]

const REALM_RULES: readonly Rule[] = [
  { pattern: /antminer/i, make: 'Antminer' },
  { pattern: /blackminer/i, make: 'Hammer' },
  { pattern: /daoge/i, make: 'Elphapex' },
]

const PAGE_RULES: readonly Rule[] = [
  { pattern: /Braiins OS/, firmware: 'Braiins OS' },
  { pattern: /Luxor Firmware/, firmware: 'LuxOS' },
  { pattern: /AnthillOS/, firmware: 'VNish' },
  { pattern: /\bProto OS\b/, make: 'Proto' },
  { pattern: /Miner Web Dashboard/, make: 'ePIC' },
  { pattern: /AxeOS/, make: 'Bitaxe' },
  { pattern: /Nerd/, make: 'NerdQAxe' },
  { pattern: /Avalon/, make: 'Avalon' },
  { pattern: /Miner UI/, make: 'Auradine' },
  { pattern: /cloud-box/, make: 'Goldshell' },
]

/** Reads the markers in their order of weight: firmware first, then what the API says, then what the web pages say. */
export function recognise(evidence: Evidence): Recognition {
  const { cgminer, http } = evidence
  const version = cgminer === null ? '' : JSON.stringify([cgminer.version, cgminer.description]).toUpperCase()
  const details = cgminer === null ? '' : JSON.stringify(cgminer.devdetails).toUpperCase()
  const found: Recognition = { make: null, firmware: null }
  take(found, API_RULES, `${version}\n${details}`)
  if (http !== null) take(found, PAGE_RULES, http.body)
  // Device rows may name an Antminer board inside another maker's machine; only the version describes the whole.
  if (version.includes('ANTMINER')) found.make ??= 'Antminer'
  if (http?.realm) take(found, REALM_RULES, http.realm)
  if (http !== null && isWhatsminerRedirect(http.status, http.location)) found.make ??= 'Whatsminer'
  return found
}

function take(found: Recognition, rules: readonly Rule[], text: string): void {
  if (text === '') return
  for (const rule of rules) {
    if (!rule.pattern.test(text)) continue
    if (rule.firmware !== undefined) found.firmware ??= rule.firmware
    if (rule.make !== undefined) found.make ??= rule.make
  }
}

function isWhatsminerRedirect(status: number, location: string | null): boolean {
  return status === 307 && location !== null && /^https:.*\/cgi-bin\/luci/.test(location)
}
