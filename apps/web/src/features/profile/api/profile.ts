import { type Profile, type ProfileChange, profileEndpoints } from '@shipminer/contract/account/profile'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { rememberUser } from '../../../lib/session/adopt-session.ts'

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await callEndpoint(profileEndpoints.profile, { signal })).profile,
})

/** The profile of the signed-in person. */
export function useProfile() {
  return useQuery(profileQuery)
}

/** Puts a profile that the server answered into the cache and into what the browser remembers of the user. */
export function useAdoptProfile(): (profile: Profile) => void {
  const client = useQueryClient()
  return (profile) => {
    client.setQueryData(profileQuery.queryKey, profile)
    rememberUser(profile.user)
  }
}

/** Changes what is named. Throws `ApiError`. */
export async function updateProfile(body: ProfileChange): Promise<Profile> {
  return (await callEndpoint(profileEndpoints.updateProfile, { body })).profile
}
