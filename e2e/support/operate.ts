/** Commands of the operator's shell, for journeys in a browser and without one. */
import * as z from 'zod'
import { callAdminSocket } from '../../apps/server/src/platform/admin/admin-socket.ts'
import type { RunningServer } from '../../scripts/lib/stack.ts'

/** Runs a command of the operator's shell on the running server. */
export async function operate(
  server: RunningServer,
  command: string,
  args: Record<string, string> = {},
): Promise<unknown> {
  const answer = await callAdminSocket(server.dataDir, command, args)
  if (!answer?.ok) throw new Error(`${command}: ${answer?.error ?? 'no answer'}`)
  return answer.result
}

const GrantSchema = z.object({ authenticator: z.string() })

/** Makes the owner of a wallet an operator; gives the secret of their authenticator. */
export async function grantOperator(
  server: RunningServer,
  wallet: { address: string },
  role: string,
): Promise<string> {
  const granted = await operate(server, 'operator:grant', { user: wallet.address, role })
  return GrantSchema.parse(granted).authenticator
}

const ListedSchema = z.array(
  z.object({ number: z.string(), state: z.string(), method: z.string(), email: z.string() }),
)

/** The orders that the server has, newest first. */
export async function listOrders(server: RunningServer) {
  return ListedSchema.parse(await operate(server, 'order:list'))
}
