import * as z from 'zod'

/** The parts of a setting that are parted by commas. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const list = z.string().transform(splitList)
const httpUrl = (text: string) => /^https?:\/\/[^\s,]+$/.test(text) && URL.canParse(text)

/** `1=https://one.example+https://two.example,137=https://…`: nodes by chain id, the most trusted first. */
export const EvmChainsSchema = list.transform((parts, context) =>
  parts.flatMap((part) => {
    const [, id = '', urls = ''] = /^(\d{1,15})=(.+)$/.exec(part) ?? []
    const rpcUrls = urls.split('+').map((url) => url.trim())
    if (id !== '' && rpcUrls.every(httpUrl)) return [{ chainId: Number(id), rpcUrls }]
    context.addIssue({ code: 'custom', message: 'must be <chain id>=<address>[+<address>], …' })
    return []
  }),
)

/** `31337:0x…:USDT:6`: the tokens of a chain in place of the known ones; what is named USDT is accepted, the rest is reported as wrong. */
export const EvmTokensSchema = list.transform((parts, context) =>
  parts.flatMap((part) => {
    const match = /^(\d{1,15}):(0x[0-9a-fA-F]{40}):([\p{L}\p{N}\p{S}.]{1,16}):(\d{1,2})$/u.exec(part)
    const [, id = '', address = '', asset = '', decimals = ''] = match ?? []
    if (match)
      return [{ chainId: Number(id), address: address.toLowerCase(), asset, decimals: Number(decimals) }]
    context.addIssue({ code: 'custom', message: 'must be <chain id>:<contract>:<symbol>:<decimals>, …' })
    return []
  }),
)

const pairs = ['BTC/EUR', 'USDT/EUR', 'USDT/USD', 'EUR/USD'] as const

/** `BTC/EUR=https://…`: where each price comes from. */
export const RateSourcesSchema = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (part) => pairs.some((pair) => part.startsWith(`${pair}=`) && httpUrl(part.slice(pair.length + 1))),
        `must be <pair>=<address> with a pair of ${pairs.join(', ')}`,
      ),
  ),
)

/** The parts of a checked entry of `RateSourcesSchema`. */
export function rateSourceOf(entry: string): { pair: (typeof pairs)[number]; url: string } {
  const pair = pairs.find((one) => entry.startsWith(`${one}=`)) ?? 'BTC/EUR'
  return { pair, url: entry.slice(pair.length + 1) }
}
