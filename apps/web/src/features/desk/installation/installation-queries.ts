import {
  type CheckResult,
  deskInstallationEndpoints,
  type InstallationCheck,
} from '@shipminer/contract/desk/installation'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What a new installation needs, and what of it is done. */
export const installationQuery = queryOptions({
  queryKey: ['desk', 'installation'],
  queryFn: ({ signal }) => callEndpoint(deskInstallationEndpoints.deskInstallation, { signal }),
})

/** @throws ApiError */
export function tryInstallation(check: InstallationCheck): Promise<CheckResult> {
  return callEndpoint(deskInstallationEndpoints.deskInstallationCheck, { body: { check } })
}
