import type { SoloChance } from '@shipminer/domain/calculator'
import type { Language } from '@shipminer/i18n/languages'
import { formatNumber } from '../../../lib/format.ts'
import { roundOdds } from '../../../lib/round-odds.ts'

/** The chance of a block as people read it; product pages round alike, so that there is one chance. */
export function chanceWords(
  language: Language,
  { probabilityYear, meanYears }: Pick<SoloChance, 'probabilityYear' | 'meanYears'>,
): { odds: string; meanYears: string } {
  return {
    odds: probabilityYear > 0 ? formatNumber(language, roundOdds(1 / probabilityYear)) : '—',
    meanYears: meanYears === null ? '—' : formatNumber(language, roundOdds(meanYears)),
  }
}
