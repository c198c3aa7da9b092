import type { Language } from '../texts.ts'

type Texts = {
  title: string
  restart: string
  restartOn: (minutes: number, times: number) => string
  coolDown: string
  coolDownOn: (celsius: string) => string
  off: string
  none: string
}

const romanian = new Intl.PluralRules('ro')

/** What the pages on board say of the owner’s rules. */
export const rulesTexts: Record<Language, Texts> = {
  nl: {
    title: 'Regels van de eigenaar',
    restart: 'Herstarten',
    restartOn: (minutes, times) =>
      `na ${minutes} minuten zonder hashrate of met een hashboard minder, hoogstens ${times}× per 24 uur`,
    coolDown: 'Afkoelen',
    coolDownOn: (celsius) => `boven ${celsius}`,
    off: 'uit',
    none: 'Nog niets gedaan.',
  },
  en: {
    title: 'Rules of the owner',
    restart: 'Restart',
    restartOn: (minutes, times) =>
      `after ${minutes} minutes without a hash rate or with a board missing, at most ${times}× in 24 hours`,
    coolDown: 'Cool down',
    coolDownOn: (celsius) => `above ${celsius}`,
    off: 'off',
    none: 'Nothing done so far.',
  },
  de: {
    title: 'Regeln des Eigners',
    restart: 'Neustart',
    restartOn: (minutes, times) =>
      `nach ${minutes} Minuten ohne Hashrate oder mit fehlendem Board, höchstens ${times}× in 24 Stunden`,
    coolDown: 'Abkühlen',
    coolDownOn: (celsius) => `über ${celsius}`,
    off: 'aus',
    none: 'Noch nichts getan.',
  },
  ro: {
    title: 'Regulile proprietarului',
    restart: 'Repornire',
    restartOn: (minutes, times) =>
      `după ${minutes} ${romanian.select(minutes) === 'few' ? 'minute' : 'de minute'} fără hashrate sau cu o placă lipsă, ${times === 1 ? 'cel mult o dată' : `de cel mult ${times} ori`} în 24 de ore`,
    coolDown: 'Răcire',
    coolDownOn: (celsius) => `peste ${celsius}`,
    off: 'oprit',
    none: 'Încă nimic făcut.',
  },
}
