import { randomBytes } from 'node:crypto'
import type { DeviceCredentials } from '../device-control.ts'
import type { Credentials } from './digest-auth.ts'
import type { DigestOptions } from './digest-request.ts'

export type StockLoginOptions = {
  /** Login of the web pages as delivered; root, root unless named. */
  credentials?: Credentials
  cnonce?: () => string
  /** The login of one device, where one was entered; else `credentials`. */
  loginOf?: (deviceKey: string) => DeviceCredentials | null
}

/** The digest login of the web pages of each device whose realm fits; of a device that has no key yet it is the delivered one. */
export function createStockLogin(
  realm: RegExp,
  options: StockLoginOptions = {},
): (deviceKey: string | null) => DigestOptions {
  const delivered: DigestOptions = {
    credentials: options.credentials ?? { user: 'root', password: 'root' },
    realm,
    cnonce: options.cnonce ?? (() => randomBytes(8).toString('hex')),
  }
  return (deviceKey) => {
    const entered = deviceKey === null ? null : (options.loginOf?.(deviceKey) ?? null)
    if (entered === null) return delivered
    return { ...delivered, credentials: { user: entered.user ?? 'root', password: entered.password } }
  }
}
