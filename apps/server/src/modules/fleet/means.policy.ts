import type { SeriesPoint } from '../telemetry/telemetry.port.ts'

export function meanThs(point: SeriesPoint): number | null {
  return point.hashrateSeconds > 0 ? point.hashGh / point.hashrateSeconds / 1000 : null
}

export function meanOf(points: readonly SeriesPoint[]): {
  hashrateThs: number | null
  powerWatts: number | null
} {
  const sum = (pick: (point: SeriesPoint) => number) =>
    points.reduce((total, point) => total + pick(point), 0)
  const hashrateSeconds = sum((point) => point.hashrateSeconds)
  const powerSeconds = sum((point) => point.powerSeconds)
  return {
    hashrateThs: hashrateSeconds > 0 ? sum((point) => point.hashGh) / hashrateSeconds / 1000 : null,
    powerWatts: powerSeconds > 0 ? Math.round(sum((point) => point.energyJ) / powerSeconds) : null,
  }
}
