import { type ConnectionTest, controlEndpoints } from '@shipminer/contract/control'
import { callEndpoint } from '../../../lib/api/client.ts'

type Address = { ipAddress: string; port: number; controllerId: string }

/** @throws ApiError */
export function testConnection(address: Address): Promise<ConnectionTest> {
  return callEndpoint(controlEndpoints.testConnection, { body: address })
}

/** @throws ApiError */
export function addDevice(
  device: Address & { name: string | null; location: string | null },
): Promise<{ test: ConnectionTest; minerId: string | null }> {
  return callEndpoint(controlEndpoints.addDevice, { body: device })
}

/** @throws ApiError */
export async function updateDevice(
  id: string,
  details: { name: string | null; location: string | null; notes: string | null },
): Promise<void> {
  await callEndpoint(controlEndpoints.updateDevice, { params: { id }, body: details })
}

/** @throws ApiError */
export async function removeDevice(id: string): Promise<void> {
  await callEndpoint(controlEndpoints.removeDevice, { params: { id } })
}
