import { type Crew, type CrewRole, crewEndpoints } from '@shipminer/contract/account/crew'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Who may look at a ship of the caller or control it. */
export const crewQuery = (shipId: string) =>
  queryOptions({
    queryKey: ['fleet', 'ship', shipId, 'crew'],
    queryFn: ({ signal }) => callEndpoint(crewEndpoints.shipCrew, { params: { id: shipId }, signal }),
  })

/** @throws ApiError */
export const inviteCrew = (shipId: string, body: { email: string; role: CrewRole }): Promise<Crew> =>
  callEndpoint(crewEndpoints.inviteCrew, { params: { id: shipId }, body })

/** @throws ApiError */
export const changeCrewRole = (shipId: string, userId: string, role: CrewRole): Promise<Crew> =>
  callEndpoint(crewEndpoints.changeCrewRole, { params: { id: shipId, userId }, body: { role } })

/** @throws ApiError */
export const removeCrew = (shipId: string, userId: string): Promise<Crew> =>
  callEndpoint(crewEndpoints.removeCrew, { params: { id: shipId, userId } })

/** @throws ApiError */
export const withdrawInvitation = (shipId: string, invitationId: string): Promise<Crew> =>
  callEndpoint(crewEndpoints.withdrawInvitation, { params: { id: shipId, invitationId } })

/** What the link of an invitation is for. @throws ApiError */
export const readInvitation = (token: string) =>
  callEndpoint(crewEndpoints.readInvitation, { body: { token } })
export type Invitation = Awaited<ReturnType<typeof readInvitation>>

/** @throws ApiError */
export const acceptInvitation = (token: string) =>
  callEndpoint(crewEndpoints.acceptInvitation, { body: { token } })

/** @throws ApiError */
export async function leaveCrew(shipId: string): Promise<void> {
  await callEndpoint(crewEndpoints.leaveCrew, { params: { id: shipId } })
}
