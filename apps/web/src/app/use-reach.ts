import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { miningShipsQuery } from '../features/control/api/mining-ships.ts'

/** What a person may do with the boxes that they see; the server decides, the pages leave out what it would refuse. */
export type Reach = {
  mayAct(controllerId: string): boolean
  isOwn(controllerId: string): boolean
}

export function useReach(): Reach {
  const { data: ships } = useQuery(miningShipsQuery)
  return useMemo(() => {
    const places = new Map(
      (ships ?? []).flatMap(({ shared, controllers }) =>
        shared ? controllers.map(({ id }) => [id, shared] as const) : [],
      ),
    )
    return {
      mayAct: (id) => places.get(id)?.role !== 'viewer',
      isOwn: (id) => !places.has(id),
    }
  }, [ships])
}
