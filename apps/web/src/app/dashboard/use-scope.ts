import type { Controller, Miner } from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { miningShipsQuery } from '../../features/control/api/mining-ships.ts'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'

/** The part of the fleet that is looked at. */
export type Scope = {
  ships: readonly MiningShip[]
  /** The ship that is looked at; null for all together, or while nothing is on a ship. */
  ship: MiningShip | null
  /** The controllers of it; null for all. */
  within: ReadonlySet<string> | null
  controllers: readonly Controller[]
  miners: readonly Miner[]
  /** Ships are still on their way. */
  isLoading: boolean
  /** Which ships there are could not be learned; `retry` asks again. */
  hasFailed: boolean
  retry: () => void
}

/** The scope that an address names: the ship of `?ship=`, else the only one, else all. */
export function useScope(chosen: string | null): Scope {
  const { data, isPending, isLoadingError, refetch } = useQuery(miningShipsQuery)
  const controllers = useFleet((state) => state.controllers)
  const miners = useFleet((state) => state.miners)
  return useMemo(() => {
    const ships = (data ?? []).filter((ship) => ship.controllers.length > 0)
    const [only] = ships
    const ship = ships.find(({ id }) => id === chosen) ?? (ships.length === 1 ? (only ?? null) : null)
    const own = new Set(ship?.controllers.map(({ id }) => id))
    // With one ship and every controller on it there is nothing to leave out.
    const isAll = ship === null || (ships.length === 1 && chosen === null)
    const within = isAll ? null : own
    return {
      ships,
      ship,
      within,
      controllers: within === null ? controllers : controllers.filter(({ id }) => within.has(id)),
      miners: [...miners.values()].filter(({ controllerId }) => within === null || within.has(controllerId)),
      isLoading: isPending,
      hasFailed: isLoadingError,
      retry: () => void refetch(),
    }
  }, [data, isPending, isLoadingError, refetch, chosen, controllers, miners])
}
