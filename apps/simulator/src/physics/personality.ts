import type { Hardware, Personality } from './hardware.ts'
import type { Random } from './random.ts'

/** Draws the small differences between units of one model. The mean over many units is the nominal unit. */
export function drawPersonality(hardware: Hardware, random: Random): Personality {
  const spread = (sigma: number) => 1 + sigma * Math.max(-2.5, Math.min(2.5, random.gaussian()))
  return {
    boardFactors: Array.from({ length: hardware.boards }, () => spread(0.008)),
    powerFactor: spread(0.012),
    bootMs: Math.round(hardware.bootMs * (0.8 + 0.4 * random.next())),
    rampMs: Math.round(hardware.rampMs * (2 / 3) * 2.25 ** random.next()),
    coolantOffsetC: random.gaussian() * 0.6,
    dailyPhase: random.next() * 2 * Math.PI,
  }
}
