import { deskPeopleEndpoints } from '@shipminer/contract/desk/people'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Who works at the desk, and where. */
export const peopleQuery = queryOptions({
  queryKey: ['desk', 'people'],
  queryFn: ({ signal }) => callEndpoint(deskPeopleEndpoints.deskPeople, { signal }),
  refetchInterval: 60_000,
})

/** @throws ApiError */
export async function changeRole(id: string, role: OperatorRole, reason: string): Promise<void> {
  await callEndpoint(deskPeopleEndpoints.deskPersonRole, { params: { id }, body: { role, reason } })
}

/** Ends one session, or (null) all but this one. @throws ApiError */
export async function endSessions(id: string, session: string | null, reason: string): Promise<void> {
  const body = session === null ? { reason } : { session, reason }
  await callEndpoint(deskPeopleEndpoints.deskPersonSessionsEnd, { params: { id }, body })
}

/** How many codes for a lost authenticator are left. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['desk', 'recovery-codes'],
  queryFn: ({ signal }) => callEndpoint(deskPeopleEndpoints.deskRecoveryCodes, { signal }),
})

/** New codes, shown only now. @throws ApiError */
export async function makeRecoveryCodes(): Promise<string[]> {
  return (await callEndpoint(deskPeopleEndpoints.deskMakeRecoveryCodes, {})).codes
}
