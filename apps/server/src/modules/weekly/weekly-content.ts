import type { WeekProof } from '@shipminer/contract/power/proof'
import type { RevenueRow } from '@shipminer/contract/revenue'
import { splitRevenue } from '@shipminer/domain/revenue/split'
import { dateFormat, formatEuro } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/weekly.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/weekly.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/weekly.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/weekly.json' with { type: 'json' }
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import type { MailContent, MailFact } from '../../platform/mail/render-mail.ts'
import { createTextReader } from '../../platform/texts.ts'
import { alertSentence, type OpenAlerts } from '../alerts/alerts.port.ts'
import { proofWords } from '../power/power.port.ts'
import { statementFormats } from '../revenue/revenue.port.ts'
import type { AccountMailContext } from '../users/users.port.ts'

const weeklyText = createTextReader({ nl, en, de, ro })

/** What is known of a ship's week; id, name and proof are null for miners on no ship. */
export type ShipWeek = { proof: WeekProof | null; rows: readonly RevenueRow[] } & (
  | { id: string; name: string }
  | { id: null; name: null }
)
export type WeekFacts = {
  /** Monday and Sunday. */
  week: string
  sunday: string
  ships: ShipWeek[]
  alerts: OpenAlerts
  /** Names of the ships whose proof is attached. */
  papers: readonly string[]
}

/** Whether anything was measured: the generator, or the work of a miner. */
export function isMeasured({ proof, rows }: Pick<ShipWeek, 'proof' | 'rows'>): boolean {
  return (
    (proof !== null && proof.recordedSeconds > 0) ||
    rows.some(({ estimated, energyWh }) => estimated !== null || (energyWh ?? 0) > 0)
  )
}

/** So many alerts are named, the others counted. */
const namedAlerts = 3

/** The summary of a week as text. */
export function weeklyContent(
  facts: WeekFacts,
  language: Language,
  { productName, publicUrl, company }: AccountMailContext,
): MailContent {
  const t = (key: keyof typeof en, values: Record<string, string> = {}) =>
    weeklyText(language, key, { productName, ...values })
  const week = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    Date.parse(facts.week),
    Date.parse(facts.sunday),
  )
  const named = facts.alerts.worst.slice(0, namedAlerts).map((alert) => alertSentence(language, alert))
  const others = facts.alerts.count - named.length
  const what = [...named, ...(others > 0 ? [t('more', { count: String(others) })] : [])].join('; ')
  return {
    language,
    subject: t('subject', { week }),
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [t('lead', { week }), named.length > 0 ? t('attention', { what }) : t('calm')],
    facts: [],
    sections: facts.ships.map((ship) => ({
      heading: ship.name ?? t('noShip'),
      facts: factsOf(ship, language, t),
    })),
    notes: [
      t('estimate'),
      ...(facts.papers.length > 0 ? [t('attached', { ships: facts.papers.join(', ') })] : []),
    ],
    action: { label: t('button'), url: `${publicUrl}/dashboard` },
    closing: [mailText(language, 'closing'), productName],
    footer: [
      t('why'),
      t('off', { url: `${publicUrl}/dashboard/alerts` }),
      ...companyFooter(language, company),
    ],
  }
}

function factsOf(
  ship: ShipWeek,
  language: Language,
  t: (key: keyof typeof en, values?: Record<string, string>) => string,
): MailFact[] {
  const words = proofWords(language)
  const { proof, rows } = ship
  if (!isMeasured(ship)) return [{ label: words.t('measured'), value: t('nothing') }]
  const isFollowed = proof !== null && proof.recordedSeconds > 0
  const known = rows.flatMap(({ energyWh }) => energyWh ?? [])
  const energyWh = known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0)
  return [
    ...(isFollowed
      ? [
          { label: words.t('asked'), value: words.plain(proof.asked) },
          { label: t('worst'), value: words.seconds(proof.worstMs) },
          { label: t('median'), value: words.seconds(proof.medianMs) },
          { label: words.t('overLimit'), value: words.seconds(proof.overLimitMs) },
          { label: t('used'), value: words.used(proof) },
        ]
      : [
          { label: words.t('giveWay'), value: t('notFollowed') },
          { label: t('energy'), value: words.kwh(energyWh) },
        ]),
    ...rows.map((row) => shareOf(row, language, t('share'), words.t('unknown'))),
    { label: words.t('fuelCost'), value: words.euros(proof?.fuelCents ?? null) },
    { label: words.t('co2'), value: words.kilograms(proof?.co2Grams ?? null) },
    ...(isFollowed ? [{ label: words.t('measured'), value: words.hoursMeasured(proof) }] : []),
  ]
}

/** The owner's share of one coin, and what it is worth where that is known; the whole value is split as the whole amount is. */
function shareOf(row: RevenueRow, language: Language, label: string, unknown: string): MailFact {
  const { coin, estimated, estimatedOwnerSat } = row
  const { amount } = statementFormats(language, 'UTC')
  const cents = estimated?.cents ?? null
  return {
    label: coin === 'BTC' ? label : `${label} · ${coin}`,
    value:
      estimatedOwnerSat === null
        ? unknown
        : [
            ...(cents === null ? [] : [formatEuro(language, splitRevenue(cents).ownerSat)]),
            amount(estimatedOwnerSat, coin),
          ].join('\n'),
  }
}
