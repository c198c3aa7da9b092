/** Why something outside did not do what it was asked, as far as what was said tells. `other`: nothing known. */
export const troubles = [
  'timeout',
  'unreachable',
  'unknown-host',
  'certificate',
  'login',
  'busy',
  'not-found',
  'wrong-chain',
  'wrong-token',
  'address',
  'unreadable',
  'unknown-to-vies',
  'vies-away',
  'gone',
  'silent',
  'switched-off',
  'replaced',
  'other',
] as const
export type Trouble = (typeof troubles)[number]

/** The first that fits holds. What our own code says is beside what Node, its TLS and mail servers say. */
const signs: readonly [RegExp, Trouble][] = [
  [/^the receiver answered 410$/, 'gone'],
  [/^nothing arrived for three days$/, 'silent'],
  [/^switched off at the desk$/, 'switched-off'],
  [/^another address was set$/, 'replaced'],
  [/^unknown-to-vies$/, 'unknown-to-vies'],
  [/^form-valid$/, 'vies-away'],
  [/^refused: is (on )?chain/, 'wrong-chain'],
  [/^refused: token/, 'wrong-token'],
  [/not of the public network|^the address |not https/, 'address'],
  [/in time|timed? ?out|timeout|did not finish/i, 'timeout'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/, 'unknown-host'],
  [/certificate|CERT_|self-signed|altnames|SSL|TLS/i, 'certificate'],
  [/\b(401|403|407|530|535)\b|invalid login|EAUTH|authenticat|unauthori[sz]ed|forbidden/i, 'login'],
  [/\b(404|410)\b/, 'not-found'],
  [/(?<!:)\b(429|5\d\d)\b|too many requests|rate limit|loading block index|warming up/i, 'busy'],
  [
    /E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|PIPE|SOCKET|CONNECTION)|not reachable|socket|connect/i,
    'unreachable',
  ],
  [
    /no known form|no JSON-RPC answer|no batch|too large|another question|without answer|no newest block|unexpected token|invalid json/i,
    'unreadable',
  ],
]

/**
 * Sorts what a program said when something outside failed, so that it can be named in the reader's language.
 *
 * @example classifyTrouble('connect ECONNREFUSED 127.0.0.1:8332') // 'unreachable'
 */
export function classifyTrouble(said: string): Trouble {
  return signs.find(([sign]) => sign.test(said))?.[1] ?? 'other'
}
