import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { useQuery } from '@tanstack/react-query'
import { todayQuery } from '../api/desk.ts'

/** The role of whoever is at the desk; null until the server has said. */
export function useRole(): OperatorRole | null {
  return useQuery(todayQuery).data?.operator.role ?? null
}
