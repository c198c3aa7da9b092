import type { Hardware } from '../physics/hardware.ts'
import type { Model } from './model.ts'

const HYDRO_COOLING: Hardware['cooling'] = { kind: 'hydro', inletC: 34, flowKgPerSecond: 0.15, chipRiseC: 22 }

function hydroUnit(figures: {
  chipsPerBoard: number
  nominalThs: number
  nominalWatts: number
  frequencyMhz: number
}): Hardware {
  return {
    boards: 3,
    standbyWatts: 38,
    bootMs: 35_000,
    rampMs: 80_000,
    cooling: HYDRO_COOLING,
    tripC: 95,
    resumeC: 55,
    hardwareErrorsPerHour: 40,
    ...figures,
  }
}

function airUnit(figures: {
  chipsPerBoard: number
  nominalThs: number
  nominalWatts: number
  frequencyMhz: number
}): Hardware {
  return {
    boards: 3,
    standbyWatts: 42,
    bootMs: 40_000,
    rampMs: 90_000,
    cooling: { kind: 'air', ambientC: 27, degreesPerWatt: 0.011, targetC: 72, fanMaxRpm: 6200 },
    tripC: 95,
    resumeC: 55,
    hardwareErrorsPerHour: 30,
    ...figures,
  }
}

/**
 * The models by name. To add one: an entry here; to add a dialect: `dialects/dialect.ts`.
 * Chip counts and speeds of the units are those of the real ones (`facts` of the makers and of public fleet tools);
 * the Lottery Miner has the figures of the product catalogue, 2.4 TH/s at about 120 W.
 */
export const models = {
  's19xp-hyd': {
    name: 's19xp-hyd',
    hardware: hydroUnit({ chipsPerBoard: 204, nominalThs: 257, nominalWatts: 5345, frequencyMhz: 485 }),
    shareDifficulty: 524_288,
    mining: 'pooled',
    traits: {
      dialect: 'antminer',
      type: 'Antminer S19 XP Hyd.',
      subtype: 'zynq7007_HHB56XXX',
      waterIn: 'pic',
      powerPort: 'open',
    },
  },
  's21-hyd': {
    name: 's21-hyd',
    hardware: hydroUnit({ chipsPerBoard: 216, nominalThs: 335, nominalWatts: 5360, frequencyMhz: 530 }),
    shareDifficulty: 524_288,
    mining: 'pooled',
    traits: {
      dialect: 'antminer',
      type: 'Antminer S21 Hyd.',
      subtype: 'AMLCtrl_BHB68XXX',
      waterIn: 'chip',
      powerPort: 'login',
    },
  },
  's21plus-hyd': {
    name: 's21plus-hyd',
    hardware: hydroUnit({ chipsPerBoard: 95, nominalThs: 319, nominalWatts: 4785, frequencyMhz: 540 }),
    shareDifficulty: 524_288,
    mining: 'pooled',
    traits: {
      dialect: 'antminer',
      type: 'Antminer S21+ Hyd.',
      subtype: 'AMLCtrl_BHB68XXX',
      waterIn: 'pcb',
      powerPort: 'login',
    },
  },
  's21xp-hyd': {
    name: 's21xp-hyd',
    hardware: hydroUnit({ chipsPerBoard: 204, nominalThs: 473, nominalWatts: 5676, frequencyMhz: 520 }),
    shareDifficulty: 1_048_576,
    mining: 'pooled',
    traits: {
      dialect: 'antminer',
      type: 'Antminer S21 XP Hyd.',
      subtype: 'AMLCtrl_BHB68XXX',
      waterIn: 'chip',
      powerPort: 'login',
    },
  },
  's23-hyd': {
    name: 's23-hyd',
    hardware: hydroUnit({ chipsPerBoard: 232, nominalThs: 580, nominalWatts: 5510, frequencyMhz: 540 }),
    shareDifficulty: 1_048_576,
    mining: 'pooled',
    traits: {
      dialect: 'antminer',
      type: 'Antminer S23 Hyd.',
      subtype: 'AMLCtrl_BHB91XXX',
      waterIn: 'chip',
      powerPort: 'login',
    },
  },
  lottery: {
    name: 'lottery',
    hardware: {
      boards: 1,
      chipsPerBoard: 4,
      nominalThs: 2.4,
      nominalWatts: 118,
      standbyWatts: 6,
      frequencyMhz: 470,
      bootMs: 12_000,
      rampMs: 60_000,
      cooling: { kind: 'air', ambientC: 27, degreesPerWatt: 0.19, targetC: 57, fanMaxRpm: 6800 },
      tripC: 75,
      resumeC: 50,
      hardwareErrorsPerHour: 6,
    },
    shareDifficulty: 8192,
    mining: 'solo',
    traits: {
      dialect: 'axeos',
      family: 'nerdqaxe',
      asicModel: 'BM1368',
      deviceModel: 'NerdQAxe+',
      boardVersion: '501',
      firmware: 'v1.0.36',
      smallCoreCount: 1276,
      inputMillivolts: 12_050,
      coreMillivolts: 1200,
      maxPowerWatts: 140,
      minPowerWatts: 30,
      difficultyAsText: true,
      frequencyOptions: [400, 425, 450, 470, 485, 490, 500, 525, 550, 575],
      voltageOptions: [1100, 1150, 1200, 1250, 1300],
    },
  },
  bitaxe: {
    name: 'bitaxe',
    hardware: {
      boards: 1,
      chipsPerBoard: 1,
      nominalThs: 1.2,
      nominalWatts: 18.2,
      standbyWatts: 2,
      frequencyMhz: 588,
      bootMs: 10_000,
      rampMs: 60_000,
      cooling: { kind: 'air', ambientC: 27, degreesPerWatt: 1.25, targetC: 58, fanMaxRpm: 7200 },
      tripC: 75,
      resumeC: 50,
      hardwareErrorsPerHour: 3,
    },
    shareDifficulty: 4096,
    mining: 'solo',
    traits: {
      dialect: 'axeos',
      family: 'bitaxe',
      asicModel: 'BM1370',
      deviceModel: 'Gamma',
      boardVersion: '601',
      firmware: 'v2.10.1',
      smallCoreCount: 2040,
      inputMillivolts: 5150,
      coreMillivolts: 1150,
      maxPowerWatts: 40,
      minPowerWatts: 5,
      difficultyAsText: false,
      frequencyOptions: [400, 490, 525, 550, 588, 600, 625],
      voltageOptions: [1000, 1060, 1100, 1150, 1200, 1250],
    },
  },
  cgminer: {
    name: 'cgminer',
    hardware: {
      boards: 1,
      chipsPerBoard: 60,
      nominalThs: 5.6,
      nominalWatts: 1180,
      standbyWatts: 14,
      frequencyMhz: 500,
      bootMs: 20_000,
      rampMs: 70_000,
      cooling: { kind: 'air', ambientC: 27, degreesPerWatt: 0.028, targetC: 68, fanMaxRpm: 5200 },
      tripC: 95,
      resumeC: 55,
      hardwareErrorsPerHour: 12,
    },
    shareDifficulty: 16_384,
    mining: 'pooled',
    traits: { dialect: 'cgminer', deviceName: 'BSD', driver: 'bsd' },
  },
  'whatsminer-m50s': {
    name: 'whatsminer-m50s',
    hardware: airUnit({ chipsPerBoard: 117, nominalThs: 126, nominalWatts: 3276, frequencyMhz: 600 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: {
      dialect: 'whatsminer',
      api: 2,
      apiVersion: '2.0.5',
      type: 'M50S_VH30',
      firmware: '20230803.11.REL',
    },
  },
  'whatsminer-m60s': {
    name: 'whatsminer-m60s',
    hardware: airUnit({ chipsPerBoard: 114, nominalThs: 181, nominalWatts: 3350, frequencyMhz: 625 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: {
      dialect: 'whatsminer',
      api: 3,
      apiVersion: '3.0.2',
      type: 'M60S_VK40',
      firmware: '20251209.16.Rel2',
    },
  },
  'avalon-q': {
    name: 'avalon-q',
    hardware: {
      ...airUnit({ chipsPerBoard: 160, nominalThs: 90, nominalWatts: 1674, frequencyMhz: 280 }),
      boards: 1,
      cooling: { kind: 'air', ambientC: 27, degreesPerWatt: 0.022, targetC: 65, fanMaxRpm: 3600 },
    },
    shareDifficulty: 131_072,
    mining: 'pooled',
    traits: { dialect: 'avalon', product: 'Avalon Q', model: 'Q', version: '25052801_14a19a2' },
  },
  'sealminer-a2': {
    name: 'sealminer-a2',
    hardware: airUnit({ chipsPerBoard: 153, nominalThs: 221, nominalWatts: 3504, frequencyMhz: 346 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'sealminer', model: 'A2', firmware: '2025091001' },
  },
  'proto-rig': {
    name: 'proto-rig',
    hardware: {
      ...airUnit({ chipsPerBoard: 120, nominalThs: 145, nominalWatts: 3450, frequencyMhz: 600 }),
      boards: 4,
    },
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'proto', version: '1.8.0' },
  },
  // Of scrypt, whose hashes are counted as those of SHA-256: 14.2 GH/s are 0.0142 TH/s.
  'elphapex-dg1plus': {
    name: 'elphapex-dg1plus',
    hardware: {
      ...airUnit({ chipsPerBoard: 204, nominalThs: 0.0142, nominalWatts: 3920, frequencyMhz: 1850 }),
      boards: 4,
    },
    shareDifficulty: 16,
    mining: 'pooled',
    traits: { dialect: 'elphapex', type: 'DG1+', firmware: 'DG1+_SW_V1.0.2' },
  },
  'hammer-d10': {
    name: 'hammer-d10',
    hardware: airUnit({ chipsPerBoard: 108, nominalThs: 0.005, nominalWatts: 3600, frequencyMhz: 810 }),
    shareDifficulty: 8,
    mining: 'pooled',
    traits: { dialect: 'hammer', type: 'Hammer D10', compiled: '2023-05-28 17-20-35 CST' },
  },
  'auradine-at1500': {
    name: 'auradine-at1500',
    hardware: airUnit({ chipsPerBoard: 132, nominalThs: 150, nominalWatts: 3000, frequencyMhz: 300 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'auradine', model: 'AT1500', firmware: '2023-12.27' },
  },
  'luxos-s19kpro': {
    name: 'luxos-s19kpro',
    hardware: airUnit({ chipsPerBoard: 77, nominalThs: 120, nominalWatts: 2760, frequencyMhz: 580 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'luxos', type: 'Antminer S19k Pro', measuresPower: true },
  },
  'braiins-s19xp': {
    name: 'braiins-s19xp',
    hardware: airUnit({ chipsPerBoard: 110, nominalThs: 141, nominalWatts: 3031, frequencyMhz: 487 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: {
      dialect: 'braiins',
      type: 'Antminer S19 XP',
      version: '2025-08-06-0-3881c51d-25.07-plus',
      isApiClosed: false,
    },
  },
  'braiins-s21': {
    name: 'braiins-s21',
    hardware: airUnit({ chipsPerBoard: 65, nominalThs: 234, nominalWatts: 3510, frequencyMhz: 632 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: {
      dialect: 'braiins',
      type: 'Antminer S21 Pro',
      version: '2026-04-14-0-912d084c-26.04-plus',
      isApiClosed: true,
    },
  },
  'vnish-s19': {
    name: 'vnish-s19',
    hardware: airUnit({ chipsPerBoard: 76, nominalThs: 95, nominalWatts: 3250, frequencyMhz: 675 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'vnish', type: 'Antminer S19', version: '1.3.4', throttles: true },
  },
  'vnish-s19-old': {
    name: 'vnish-s19-old',
    hardware: airUnit({ chipsPerBoard: 76, nominalThs: 95, nominalWatts: 3250, frequencyMhz: 675 }),
    shareDifficulty: 262_144,
    mining: 'pooled',
    traits: { dialect: 'vnish', type: 'Antminer S19', version: '1.2.6', throttles: false },
  },
} as const satisfies Record<string, Model>

/** Name of a model in the catalogue. */
export type ModelName = keyof typeof models

/** The model of that name. */
export function getModel(name: ModelName): Model {
  return models[name]
}

/** Names of all models. */
export const modelNames = Object.keys(models) as [ModelName, ...ModelName[]]
