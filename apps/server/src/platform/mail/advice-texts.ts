import type { AlertKind } from '@shipminer/domain/alerts/alert-kinds'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/fleet.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/fleet.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/fleet.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/fleet.json' with { type: 'json' }
import { createTextReader } from '../texts.ts'

const fleetText = createTextReader({ nl, en, de, ro })

/** What to do about an alert, in the words of the pages. */
export const adviceText = (language: Language, kind: AlertKind): string =>
  fleetText(language, `alerts.advice.${kind}`)

/** That another meter answers than the one that was checked, in the words of the pages. */
export const otherMeterText = (language: Language, { part, is, was }: OtherMeter): string =>
  fleetText(language, `otherMeter.${part}`, { is, was })
