import { mayCall, type NeededRoles, type OperatorRole } from '@shipminer/contract/operator-roles'
import { useQuery } from '@tanstack/react-query'
import { todayQuery } from '../api/desk.ts'

/** The role of the operator at the desk; null until the server has said. The frame asks for it: what only reads it asks nothing anew, and is drawn again for another role alone. */
export function useRole(): OperatorRole | null {
  const { data } = useQuery({
    ...todayQuery,
    select: ({ operator }) => operator.role,
    refetchInterval: false,
    refetchOnMount: false,
  })
  return data ?? null
}

/** Whether the operator at the desk may make a call, or one action of it; nothing until the server has said who that is. */
export type May = (call: NeededRoles, action?: string) => boolean

/** What the operator at the desk may do: a button or form is there for those who may make the call behind it. */
export function useMay(): May {
  const role = useRole()
  return (call, action) => role !== null && mayCall(role, call, action)
}
