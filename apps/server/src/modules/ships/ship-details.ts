/** Everything about a ship as it is kept; what was left blank is null. */
export type ShipDetails = {
  name: string
  type: string
  homePort: string | null
  registrationNumber: string | null
  generatorCapacityKw: number | null
  currentUsagePercent: number | null
  notes: string | null
  timeZone: string
}
