import { verdictNamespaces } from '../dashboard/verdict-words.ts'
import type { FirstTexts } from './say.ts'

/** What the first values can say, as keys begin. */
const wanted: Record<(typeof verdictNamespaces)[number], RegExp> = {
  overview:
    /^(verdict\.(?!last$|see|report|order$|today$)|hold\.|problem\.|advice\.|money\.(title|today|month)$|trend\.hottest$)/,
  fleet:
    /^(alerts\.|health\.waiting$|money\.(soloMiner|unknown|noPrice|estimate)$|totals\.(hashrate|power)$|field\.(hashrate|power|temperature)$)/,
  power: /^masterStop$/,
  common: /^duration\.|^noData$/,
}

/** Picks them out of all texts of a language. */
export function firstTexts(read: (file: string) => Readonly<Record<string, string>>): FirstTexts {
  return Object.fromEntries(
    verdictNamespaces.map((file) => [
      file,
      Object.fromEntries(Object.entries(read(file)).filter(([key]) => wanted[file].test(key))),
    ]),
  )
}
