import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials, FirmwareControl, FirmwareSent, FirmwareUpload } from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { digestAuthorization, parseDigestChallenge } from '../http/digest-auth.ts'
import type { DigestOptions } from '../http/digest-request.ts'
import { type HttpOutcome, type HttpUpload, httpRequest } from '../http/http-client.ts'
import { jsonBody } from '../http/json-body.ts'
import { isHashing } from '../judge/judge.ts'
import { sidePorts } from '../side-ports.ts'
import { readSystemInfo } from './antminer-web.ts'

const INFO_PATH = '/cgi-bin/get_system_info.cgi'
/** Keeps the settings; its neighbour `upgrade_clear.cgi` does not. */
const UPGRADE_PATH = '/cgi-bin/upgrade.cgi'
const LOOK_MS = 4_000

type Endpoint = { host: string; port: number }

/**
 * `upgrade.cgi` of the maker's firmware: the file as a form behind digest login. It checks the maker's signature, writes, and restarts by
 * itself. It has no way back of its own; an older file of the maker is installed in the same way where the firmware lets it.
 */
export function createAntminerFirmware(
  poll: Driver['poll'],
  loginOf: (credentials: DeviceCredentials | null) => DigestOptions,
): FirmwareControl {
  return {
    patienceMs: 900_000,

    async send(target, file, credentials, context): Promise<FirmwareSent> {
      const port = sidePorts(target.address).web
      if (port === null) return { outcome: 'unreachable' }
      const endpoint = { host: target.address.host, port }
      const budget = budgetFrom(context)
      const login = loginOf(credentials)
      const info = await readSystemInfo(endpoint, budget, login)
      if (info === null) return failedLogin(endpoint, budget)
      const { macAddress } = target.identity
      if (info.macAddress !== null && macAddress !== null && info.macAddress !== macAddress)
        return { outcome: 'refused', reason: 'wrong-device' }
      return judge(await upload(endpoint, file, login, budget))
    },

    async look(target, credentials, context) {
      const budget = budgetFrom(context)
      const polled = await poll(target.address, target.identity, {
        timeoutMs: partOf(budget, LOOK_MS).remainingMs(),
      })
      if (!polled.ok) return { shows: 'nothing' }
      if (polled.identity.key !== target.identity.key) return { shows: 'other-device' }
      const port = sidePorts(target.address).web
      const info =
        port === null
          ? null
          : await readSystemInfo({ host: target.address.host, port }, budget, loginOf(credentials))
      // Its page comes up later than its API.
      return info === null
        ? { shows: 'nothing' }
        : { shows: 'version', version: info.firmware, isHashing: isHashing(polled.reading) }
    },
  }
}

async function failedLogin(endpoint: Endpoint, budget: Budget): Promise<FirmwareSent> {
  const outcome = await httpRequest(endpoint, INFO_PATH, budget)
  if (!outcome.ok) return { outcome: 'unreachable' }
  return { outcome: 'refused', reason: outcome.answer.status === 401 ? 'login' : 'device-error' }
}

/**
 * The login is answered before the file is sent, with the challenge of a page that changes nothing; a challenge that has gone stale meanwhile
 * is answered once more, since what was answered 401 was not carried out.
 */
async function upload(
  endpoint: Endpoint,
  file: FirmwareUpload,
  login: DigestOptions,
  budget: Budget,
): Promise<HttpOutcome> {
  // Random, so that no file contains it.
  const boundary = `----Shipminer${randomBytes(12).toString('hex')}`
  let outcome = await httpRequest(endpoint, INFO_PATH, budget)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (!outcome.ok || (attempt > 0 && outcome.answer.status !== 401)) return outcome
    const challenge = parseDigestChallenge(outcome.answer.headers['www-authenticate'])
    if (challenge === null || !login.realm.test(challenge.realm)) return outcome
    const asked = { method: 'POST', uri: UPGRADE_PATH }
    outcome = await httpRequest(endpoint, UPGRADE_PATH, budget, {
      method: 'POST',
      headers: {
        Authorization: digestAuthorization(challenge, login.credentials, asked, login.cnonce()),
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body: formOf(file, boundary),
    })
  }
  return outcome
}

/** The file as the one field of a form. */
function formOf(file: FirmwareUpload, boundary: string): HttpUpload {
  const name = file.name.replaceAll(/[^\w.-]/g, '_')
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="firmware"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    bytes: head.length + file.bytes + tail.length,
    open: () =>
      Readable.from(
        (async function* () {
          yield head
          yield* file.open()
          yield tail
        })(),
      ),
  }
}

/** Newer firmware answers a document with a code, older a page with a sentence. */
function judge(outcome: HttpOutcome): FirmwareSent {
  if (!outcome.ok) return outcome.isSent ? { outcome: 'sent' } : { outcome: 'unreachable' }
  const { status, body } = outcome.answer
  if (status === 401) return { outcome: 'refused', reason: 'login' }
  if (status !== 200) return { outcome: 'refused', reason: 'device-error' }
  const row = jsonBody(outcome.answer)?.row
  const stats = textOf(fieldOf(row, 'stats'))?.toLowerCase()
  const isTaken =
    stats === undefined ? !/fail|error|invalid|not sign/i.test(body.toString('utf8')) : stats === 'success'
  return isTaken ? { outcome: 'sent' } : { outcome: 'refused', reason: 'device-error' }
}
