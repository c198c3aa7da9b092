import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import type { Alert } from '@shipminer/contract/mining'

/** The filters of a list of miners, as written in the address. */
export type FleetFilters = {
  search?: string
  health?: MinerHealth
  alert?: Alert['kind']
  make?: string
  model?: string
  firmware?: string
  controller?: string
}

export const minerHealths = [
  'alert',
  'offline',
  'stale',
  'unknown',
  'idle',
  'curtailed',
  'mining',
] as const satisfies readonly MinerHealth[]

/** Reads filters from an address; what is unknown there does not count. */
export function readFleetFilters(params: URLSearchParams, kinds: readonly Alert['kind'][]): FleetFilters {
  const text = (name: string) => params.get(name)?.trim().slice(0, 100) || undefined
  const health = minerHealths.find((value) => value === params.get('health'))
  const alert = kinds.find((kind) => kind === params.get('alert'))
  const [search, make, model] = [text('search'), text('make'), text('model')]
  const firmware = text('firmware')
  const controller = text('controller')?.slice(0, 40)
  return {
    ...(search && { search }),
    ...(health && { health }),
    ...(alert && { alert }),
    ...(make && model && { make, model }),
    ...(firmware && { firmware }),
    ...(controller && { controller }),
  }
}
