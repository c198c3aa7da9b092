import type { Hardware } from '../physics/hardware.ts'

/** Facts of the Antminer dialect that differ between models. */
export type AntminerTraits = {
  dialect: 'antminer'
  /** As `VERSION[0].Type` and `minertype` have it. */
  type: string
  subtype: string
  /** Field that the firmware squeezes the water temperatures into; see `dialects/antminer/reading.ts`. */
  waterIn: 'pic' | 'chip' | 'pcb'
  /** Whether the power port asks for the password; later firmware does, with a malformed status line. */
  powerPort: 'open' | 'login'
}

/** Facts of the AxeOS dialect that differ between models. */
export type AxeosTraits = {
  dialect: 'axeos'
  family: 'bitaxe' | 'nerdqaxe'
  asicModel: string
  deviceModel: string
  boardVersion: string
  firmware: string
  /** Small cores a chip. */
  smallCoreCount: number
  inputMillivolts: number
  coreMillivolts: number
  maxPowerWatts: number
  minPowerWatts: number
  /** Old firmware writes `483k` where newer writes a number. */
  difficultyAsText: boolean
  frequencyOptions: readonly number[]
  voltageOptions: readonly number[]
}

/** Facts of the plain cgminer dialect. */
export type CgminerTraits = { dialect: 'cgminer'; deviceName: string; driver: string }

/** Facts of the Whatsminer dialect that differ between models. */
export type WhatsminerTraits = {
  dialect: 'whatsminer'
  /** Which of the maker's APIs the firmware speaks. */
  api: 2 | 3
  apiVersion: string
  type: string
  firmware: string
}

/** Facts of the Auradine dialect. */
export type AuradineTraits = { dialect: 'auradine'; model: string; firmware: string }

/** Facts of the Avalon dialect that differ between models. */
export type AvalonTraits = { dialect: 'avalon'; product: string; model: string; version: string }

/** Facts of the LuxOS dialect that differ between models. */
export type LuxosTraits = {
  dialect: 'luxos'
  type: string
  /** Whether the power supply reports its power; otherwise the firmware estimates it. */
  measuresPower: boolean
}

/** Facts of the Elphapex dialect. */
export type ElphapexTraits = { dialect: 'elphapex'; type: string; firmware: string }

/** Facts of the Hammer dialect. */
export type HammerTraits = { dialect: 'hammer'; type: string; compiled: string }

/** Facts of the Proto dialect. */
export type ProtoTraits = { dialect: 'proto'; version: string }

/** Facts of the SealMiner dialect. */
export type SealminerTraits = { dialect: 'sealminer'; model: string; firmware: string }

/** Facts of the Braiins OS dialect that differ between models. */
export type BraiinsTraits = {
  dialect: 'braiins'
  type: string
  version: string
  /** Whether the cgminer API on port 4028 is closed, so that everything is read over the REST interface. */
  isApiClosed: boolean
}

/** Facts of the VNish dialect that differ between models. */
export type VnishTraits = {
  dialect: 'vnish'
  type: string
  version: string
  /** Whether the release can run at a part of its power. */
  throttles: boolean
}

/** A model that the simulator can build. */
export type Model = {
  name: string
  hardware: Hardware
  /** Difficulty that its pool asks for. */
  shareDifficulty: number
  /** Solo miners show what they found, pooled ones what they were paid for. */
  mining: 'pooled' | 'solo'
  traits:
    | AntminerTraits
    | AuradineTraits
    | AvalonTraits
    | AxeosTraits
    | BraiinsTraits
    | CgminerTraits
    | ElphapexTraits
    | HammerTraits
    | LuxosTraits
    | ProtoTraits
    | SealminerTraits
    | VnishTraits
    | WhatsminerTraits
}
