import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { fieldOf, isRow, textOf } from '../cgminer/values.ts'
import type {
  DeviceCredentials,
  DeviceTarget,
  FirmwareControl,
  FirmwareSent,
  FirmwareUpload,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { wholeRow } from '../http/json-call.ts'
import { isHashing } from '../judge/judge.ts'
import { DELIVERED, openBraiins } from './braiins-session.ts'
import { callGrpc, grpcStatus } from './grpc-call.ts'
import { bytesField, numberField, readFields } from './protobuf.ts'

/** Where the maker's public API answers: https://github.com/braiins/bos-plus-api */
const GRPC_PORT = 50_051
const LOOK_MS = 4_000

/** Fields of the messages of its public API 1.9. */
const login = { username: 1, password: 2, token: 1 } as const
const upgrade = { metadata: 1, data: 2, successful: 1 } as const
const metadata = { size: 1, hash: 2 } as const

/**
 * `UpgradeService.SystemUpgrade` of the public API: size and digest first, then the file in parts. The miner checks both and that the package is
 * one of its maker for this machine; its settings stay. It has no way back of its own: the file of before is installed in the same way.
 */
export function createBraiinsFirmware(poll: Driver['poll'], grpcPort: number = GRPC_PORT): FirmwareControl {
  const pollOnce = ({ address, identity }: DeviceTarget, budget: Budget) =>
    poll(address, identity, { timeoutMs: partOf(budget, LOOK_MS).remainingMs() })
  return {
    patienceMs: 900_000,

    async send(target, file, credentials, context): Promise<FirmwareSent> {
      const budget = budgetFrom(context)
      const endpoint = { host: target.address.host, port: grpcPort }
      const who = await pollOnce(target, budget)
      if (!who.ok) return { outcome: 'unreachable' }
      if (who.identity.key !== target.identity.key) return { outcome: 'refused', reason: 'wrong-device' }
      const token = await logIn(endpoint, credentials, budget)
      return typeof token === 'string' ? upload(endpoint, file, token, budget) : token
    },

    async look(target, credentials, context) {
      const budget = budgetFrom(context)
      const polled = await pollOnce(target, budget)
      if (!polled.ok) return { shows: 'nothing' }
      if (polled.identity.key !== target.identity.key) return { shows: 'other-device' }
      const session = await openBraiins(target.address, credentials, budget)
      const details = session.ok ? wholeRow(await session.call('miner/details')) : null
      const version = fieldOf(details, 'bos_version')
      const release = isRow(version) ? textOf(fieldOf(version, 'current'), 100) : null
      // Its pages come up later than its API.
      return release === null
        ? { shows: 'nothing' }
        : { shows: 'version', version: release, isHashing: isHashing(polled.reading) }
    },
  }
}

type Endpoint = { host: string; port: number }

/** The token, or why there is none. */
async function logIn(
  endpoint: Endpoint,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<string | FirmwareSent> {
  const { user, password } = credentials ?? DELIVERED
  const message = Buffer.concat([
    bytesField(login.username, user ?? DELIVERED.user),
    bytesField(login.password, password),
  ])
  const path = 'braiins.bos.v1.AuthenticationService/Login'
  const outcome = await callGrpc(endpoint, { path, messages: [message] }, budget)
  if (!outcome.ok) return { outcome: 'unreachable' }
  const token = outcome.message && readFields(outcome.message)?.get(login.token)
  if (outcome.status === grpcStatus.ok && Buffer.isBuffer(token)) return token.toString('utf8')
  return { outcome: 'refused', reason: isRefusedLogin(outcome.status) ? 'login' : 'device-error' }
}

async function upload(
  endpoint: Endpoint,
  file: FirmwareUpload,
  authorization: string,
  budget: Budget,
): Promise<FirmwareSent> {
  const path = 'braiins.bos.v1.UpgradeService/SystemUpgrade'
  const outcome = await callGrpc(endpoint, { path, authorization, messages: partsOf(file) }, budget)
  // A miner that restarts at once may not get its answer out.
  if (!outcome.ok) return outcome.isSent ? { outcome: 'sent' } : { outcome: 'unreachable' }
  if (isRefusedLogin(outcome.status)) return { outcome: 'refused', reason: 'login' }
  const isTaken =
    outcome.status === grpcStatus.ok &&
    outcome.message !== null &&
    readFields(outcome.message)?.get(upgrade.successful) === 1
  return isTaken ? { outcome: 'sent' } : { outcome: 'refused', reason: 'device-error' }
}

async function* partsOf(file: FirmwareUpload): AsyncGenerator<Buffer> {
  const about = [numberField(metadata.size, file.bytes), bytesField(metadata.hash, file.sha256)]
  yield bytesField(upgrade.metadata, Buffer.concat(about))
  for await (const part of file.open()) yield bytesField(upgrade.data, part as Buffer)
}

const isRefusedLogin = (status: number): boolean =>
  status === grpcStatus.unauthenticated || status === grpcStatus.permissionDenied
