import { budgetFrom } from '../budget.ts'
import { fieldOf, flagOf } from '../cgminer/values.ts'
import type { FirmwareControl, FirmwareSent } from '../device-control.ts'
import { httpRequest } from '../http/http-client.ts'
import { isHashing } from '../judge/judge.ts'
import { identityFromInfo, readInfo } from './axeos-info.ts'
import { readingFromInfo } from './axeos-reading.ts'

/**
 * `POST /api/system/OTA` with the image as its body: the board writes it into its second partition, verifies it, and starts from there only
 * then, so that one that broke off changes nothing. Its pages (`OTAWWW`) have no header and no way back, and are left alone.
 */
export const axeosFirmware: FirmwareControl = {
  patienceMs: 300_000,

  async send(target, file, credentials, context): Promise<FirmwareSent> {
    const budget = budgetFrom(context)
    const before = await readInfo(target.address, budget)
    if (!before.ok) return { outcome: 'unreachable' }
    const wantsCode = flagOf(fieldOf(before.info, 'otp')) === true
    if (wantsCode && credentials?.otp === undefined) return { outcome: 'refused', reason: 'code-required' }
    const outcome = await httpRequest(target.address, '/api/system/OTA', budget, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        ...(credentials?.otp === undefined ? {} : { 'X-TOTP': credentials.otp }),
      },
      body: { bytes: file.bytes, open: file.open },
    })
    // A board that restarts at once may not get its answer out.
    if (!outcome.ok) return outcome.isSent ? { outcome: 'sent' } : { outcome: 'unreachable' }
    const { status } = outcome.answer
    if (status >= 200 && status < 300) return { outcome: 'sent' }
    if (status === 401) return { outcome: 'refused', reason: wantsCode ? 'code-required' : 'writes-disabled' }
    return { outcome: 'refused', reason: 'device-error' }
  },

  async look(target, _credentials, context) {
    const read = await readInfo(target.address, budgetFrom(context))
    if (!read.ok) return { shows: 'nothing' }
    const identity = identityFromInfo(target.address, read.info)
    if (identity.macAddress !== null && identity.key !== target.identity.key) return { shows: 'other-device' }
    const reading = readingFromInfo(read.info, read.partial)
    return {
      shows: 'version',
      version: identity.firmware,
      isHashing: reading === null ? null : isHashing(reading),
    }
  },
}
