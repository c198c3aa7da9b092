import type { standardFleets } from './standard-set.ts'
import type { goals, Shape } from './worst-profile.ts'

/** A load that a search found: the worst of its fleet for its goal among 60 hours of each of six seeds. */
type WorstLoad = {
  fleet: keyof typeof standardFleets
  goal: keyof typeof goals
  hasContactor: boolean
  seed: number
  /** Of the meter, kW. */
  noiseKw: number
  shape: Shape
}

/**
 * The worst loads of 6,480 hours of search, kept so that each law is held against them.
 *
 * @internal For tests and benchmarks.
 */
export const worstLoads: readonly WorstLoad[] = [
  {
    fleet: '10 stock Antminers (sleep within 3 min)',
    goal: 'time above the limit',
    hasContactor: false,
    seed: 505,
    noiseKw: 0.3,
    shape: {
      baseKw: 44.6,
      steps: [
        { from: 1481, seconds: 878, kw: 59.4 },
        { from: 2506, seconds: 107, kw: 18.7 },
        { from: 2347, seconds: 335, kw: 61.9 },
        { from: 503, seconds: 635, kw: 59.3 },
        { from: 484, seconds: 324, kw: 48.3 },
        { from: 2259, seconds: 443, kw: 38.4 },
        { from: 3501, seconds: 856, kw: 59.0 },
        { from: 2653, seconds: 654, kw: 49.6 },
        { from: 445, seconds: 778, kw: 54.3 },
        { from: 1981, seconds: 327, kw: 89.9 },
        { from: 114, seconds: 372, kw: 24.3 },
      ],
    },
  },
  {
    fleet: '10 stock Antminers (sleep within 3 min)',
    goal: 'time above capacity',
    hasContactor: true,
    seed: 101,
    noiseKw: 0.3,
    shape: {
      baseKw: 16.7,
      steps: [
        { from: 2440, seconds: 658, kw: 33.7 },
        { from: 1638, seconds: 416, kw: 47.8 },
        { from: 300, seconds: 745, kw: 20.7 },
        { from: 3527, seconds: 510, kw: 68.8 },
        { from: 3424, seconds: 633, kw: 85.7 },
        { from: 2886, seconds: 305, kw: 7.6 },
        { from: 1843, seconds: 133, kw: 23.6 },
        { from: 1368, seconds: 901, kw: 63.8 },
        { from: 1210, seconds: 402, kw: 51.9 },
        { from: 3300, seconds: 220, kw: 52.1 },
        { from: 1938, seconds: 477, kw: 51.7 },
      ],
    },
  },
  {
    fleet: '10 stock Antminers (sleep within 3 min)',
    goal: 'starvation',
    hasContactor: false,
    seed: 606,
    noiseKw: 2,
    shape: {
      baseKw: 17.8,
      steps: [
        { from: 0, seconds: 222, kw: 87.1 },
        { from: 687, seconds: 148, kw: 84.6 },
        { from: 1311, seconds: 228, kw: 72.7 },
        { from: 1956, seconds: 190, kw: 82.0 },
        { from: 2645, seconds: 162, kw: 85.4 },
      ],
    },
  },
  {
    fleet: '10 stock Antminers (sleep within 3 min)',
    goal: 'switching',
    hasContactor: false,
    seed: 202,
    noiseKw: 2,
    shape: {
      baseKw: 22.4,
      steps: [
        { from: 0, seconds: 91, kw: 70.4 },
        { from: 479, seconds: 132, kw: 73.5 },
        { from: 928, seconds: 125, kw: 68.1 },
        { from: 1391, seconds: 98, kw: 67.6 },
        { from: 1861, seconds: 134, kw: 72.9 },
        { from: 2355, seconds: 58, kw: 71.8 },
        { from: 2784, seconds: 125, kw: 68.1 },
      ],
    },
  },
  {
    fleet: '16 Whatsminers (sleep within 20 s, lower within 15 s)',
    goal: 'time above the limit',
    hasContactor: false,
    seed: 505,
    noiseKw: 0.3,
    shape: {
      baseKw: 46.9,
      steps: [
        { from: 9, seconds: 75, kw: 37.7 },
        { from: 102, seconds: 37, kw: 41.5 },
        { from: 246, seconds: 4, kw: 33.0 },
        { from: 423, seconds: 6, kw: 25.0 },
        { from: 491, seconds: 21, kw: 34.9 },
        { from: 671, seconds: 10, kw: 25.7 },
        { from: 796, seconds: 23, kw: 32.8 },
        { from: 917, seconds: 19, kw: 34.9 },
        { from: 1089, seconds: 1, kw: 27.9 },
        { from: 1179, seconds: 19, kw: 34.9 },
        { from: 1324, seconds: 33, kw: 26.7 },
        { from: 1448, seconds: 57, kw: 43.6 },
        { from: 1615, seconds: 72, kw: 34.8 },
        { from: 1703, seconds: 19, kw: 34.9 },
        { from: 1834, seconds: 19, kw: 34.9 },
        { from: 1965, seconds: 19, kw: 34.9 },
        { from: 2134, seconds: 28, kw: 29.0 },
        { from: 2227, seconds: 19, kw: 34.9 },
        { from: 2404, seconds: 49, kw: 25.3 },
        { from: 2489, seconds: 19, kw: 34.9 },
        { from: 2620, seconds: 19, kw: 34.9 },
        { from: 2751, seconds: 19, kw: 34.9 },
        { from: 2852, seconds: 76, kw: 36.9 },
        { from: 3013, seconds: 19, kw: 34.9 },
        { from: 3144, seconds: 19, kw: 34.9 },
        { from: 3286, seconds: 64, kw: 31.3 },
        { from: 3406, seconds: 19, kw: 34.9 },
      ],
    },
  },
  {
    fleet: '16 Whatsminers (sleep within 20 s, lower within 15 s)',
    goal: 'time above capacity',
    hasContactor: true,
    seed: 505,
    noiseKw: 0.3,
    shape: {
      baseKw: 6.6,
      steps: [
        { from: 3578, seconds: 419, kw: 76.9 },
        { from: 748, seconds: 418, kw: 43.7 },
        { from: 1508, seconds: 512, kw: 73.8 },
        { from: 2061, seconds: 443, kw: 27.7 },
        { from: 2567, seconds: 536, kw: 66.5 },
        { from: 239, seconds: 832, kw: 12.2 },
        { from: 3026, seconds: 356, kw: 46.3 },
      ],
    },
  },
  {
    fleet: '16 Whatsminers (sleep within 20 s, lower within 15 s)',
    goal: 'starvation',
    hasContactor: false,
    seed: 202,
    noiseKw: 2,
    shape: {
      baseKw: 19.7,
      steps: [
        { from: 3, seconds: 191, kw: 46.5 },
        { from: 618, seconds: 179, kw: 34.2 },
        { from: 1183, seconds: 162, kw: 32.0 },
        { from: 1761, seconds: 256, kw: 41.1 },
        { from: 2354, seconds: 189, kw: 47.1 },
        { from: 2881, seconds: 246, kw: 26.8 },
      ],
    },
  },
  {
    fleet: '16 Whatsminers (sleep within 20 s, lower within 15 s)',
    goal: 'switching',
    hasContactor: false,
    seed: 202,
    noiseKw: 2,
    shape: {
      baseKw: 31.4,
      steps: [
        { from: 0, seconds: 169, kw: 35.4 },
        { from: 598, seconds: 199, kw: 32.2 },
        { from: 1207, seconds: 231, kw: 33.2 },
        { from: 1774, seconds: 149, kw: 36.9 },
        { from: 2361, seconds: 241, kw: 37.4 },
        { from: 3018, seconds: 219, kw: 54.3 },
      ],
    },
  },
  {
    fleet: 'both, and 2 with quick firmware',
    goal: 'time above the limit',
    hasContactor: false,
    seed: 101,
    noiseKw: 0.3,
    shape: {
      baseKw: 38.4,
      steps: [
        { from: 0, seconds: 209, kw: 48.4 },
        { from: 645, seconds: 302, kw: 31.2 },
        { from: 1301, seconds: 198, kw: 46.5 },
        { from: 2086, seconds: 188, kw: 44.4 },
        { from: 2801, seconds: 249, kw: 45.5 },
      ],
    },
  },
  {
    fleet: 'both, and 2 with quick firmware',
    goal: 'time above capacity',
    hasContactor: true,
    seed: 505,
    noiseKw: 0.3,
    shape: {
      baseKw: 7.7,
      steps: [
        { from: 3532, seconds: 395, kw: 80.7 },
        { from: 831, seconds: 342, kw: 50.3 },
        { from: 1529, seconds: 508, kw: 70.0 },
        { from: 2022, seconds: 505, kw: 30.7 },
        { from: 2681, seconds: 622, kw: 80.3 },
        { from: 187, seconds: 824, kw: 4.6 },
        { from: 3088, seconds: 422, kw: 43.0 },
      ],
    },
  },
  {
    fleet: 'both, and 2 with quick firmware',
    goal: 'starvation',
    hasContactor: false,
    seed: 101,
    noiseKw: 0.3,
    shape: {
      baseKw: 27.2,
      steps: [
        { from: 0, seconds: 199, kw: 52.0 },
        { from: 769, seconds: 232, kw: 38.9 },
        { from: 1390, seconds: 211, kw: 42.6 },
        { from: 2140, seconds: 216, kw: 36.7 },
        { from: 2712, seconds: 206, kw: 36.4 },
      ],
    },
  },
  {
    fleet: 'both, and 2 with quick firmware',
    goal: 'switching',
    hasContactor: false,
    seed: 202,
    noiseKw: 2,
    shape: {
      baseKw: 29.3,
      steps: [
        { from: 51, seconds: 161, kw: 29.5 },
        { from: 637, seconds: 192, kw: 32.3 },
        { from: 1182, seconds: 204, kw: 34.3 },
        { from: 1772, seconds: 177, kw: 33.8 },
        { from: 2362, seconds: 218, kw: 40.1 },
        { from: 2966, seconds: 157, kw: 39.7 },
      ],
    },
  },
]
