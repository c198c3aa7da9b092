import { loadSecretKey } from '../../apps/server/src/platform/secret-key/load-secret-key.ts'
import type { SecretKey } from '../../apps/server/src/platform/secret-key/secret-key.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'

/** The key of a server, to make the links that its mails have. */
export const secretKeyOf = ({ dataDir }: Pick<ServerProcess, 'dataDir'>): SecretKey =>
  loadSecretKey({ DATA_DIR: dataDir, SECRET_KEY: undefined, SECRET_KEY_OLD: [] })
