import * as z from 'zod'
import { endCommandKey, listCommandKeys, rotateCommandKey } from '../modules/control/control.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'
import { changeKeyFile, type KeyConfig, writeEarlierKeys } from '../platform/secret-key/load-secret-key.ts'
import type { SecretKey } from '../platform/secret-key/secret-key.ts'
import {
  noteKeyInForce,
  readSecretKeyState,
  whatNeedsOthers,
} from '../platform/secret-key/secret-key-state.ts'

type KeyCommandDeps = { store: Store; secretKey: SecretKey; config: KeyConfig; clock: () => number }

/** Keys that are changed while servers run: those that sign orders to boxes, and the server's own. */
export function createKeyCommands(deps: KeyCommandDeps): AdminCommands {
  const logger = { info: () => undefined, warn: console.warn, error: console.error }
  return {
    'keys:list': adminCommand({
      describe: 'The keys that sign orders to boxes, and how many boxes had which when they last connected',
      args: z.strictObject({}),
      run: () => listCommandKeys(deps),
    }),
    'keys:rotate': adminCommand({
      describe:
        'Sign orders to boxes with a new key. Boxes on the line take it at once, others when they come back; make a backup afterwards',
      args: z.strictObject({}),
      run: () => rotateCommandKey({ ...deps, logger }),
    }),
    'keys:end': adminCommand({
      describe:
        'Sign nothing with a key any more: --key <base64, of keys:list> [--even-if-used yes, while boxes have no other]',
      args: z.strictObject({ key: z.string().length(44), 'even-if-used': z.literal('yes').optional() }),
      run: ({ key, 'even-if-used': evenIfUsed }) =>
        endCommandKey(deps, key, { evenIfUsed: evenIfUsed === 'yes' }),
    }),
    'secret:show': adminCommand({
      describe:
        'Since when the secret key is in force, whether others are accepted, and what still needs them',
      args: z.strictObject({}),
      run: () => showSecretKey(deps),
    }),
    'secret:rotate': adminCommand({
      describe:
        'Put a new secret key into DATA_DIR and in force, without a restart; the one before is accepted until secret:forget. Make a backup afterwards',
      args: z.strictObject({}),
      run: () => rotateSecretKey(deps),
    }),
    'secret:forget': adminCommand({
      describe:
        'Accept no secret key of before any more: [--even-if-used yes, when what still needs one may be lost]',
      args: z.strictObject({ 'even-if-used': z.literal('yes').optional() }),
      run: ({ 'even-if-used': evenIfUsed }) => forgetSecretKeys(deps, evenIfUsed === 'yes'),
    }),
  }
}

async function showSecretKey({ store, secretKey, clock }: KeyCommandDeps) {
  const state = await readSecretKeyState(store.db, secretKey)
  const needs = whatNeedsOthers(state, clock())
  return {
    key: secretKey.print,
    since: state.since?.toISOString() ?? 'not noted yet',
    accepted: state.others,
    needed: needs.join('; ') || 'nothing needs another key',
  }
}

/** The running server goes on with the new key; of several copies with one key each has it from its settings. */
async function rotateSecretKey(deps: KeyCommandDeps) {
  const { store, secretKey, config, clock } = deps
  if (config.SECRET_KEY)
    throw new Error(
      'The key is the setting SECRET_KEY. Make another one (openssl rand -hex 32), add it to SECRET_KEY_OLD of every copy and restart them one by one; then exchange the two, and restart them again ("Keys" in docs/runbook.md).',
    )
  secretKey.change(changeKeyFile(config))
  await noteKeyInForce(store.db, secretKey, new Date(clock()))
  return showSecretKey(deps)
}

async function forgetSecretKeys(deps: KeyCommandDeps, evenIfUsed: boolean) {
  const { store, secretKey, config, clock } = deps
  if (config.SECRET_KEY || config.SECRET_KEY_OLD.length > 0)
    throw new Error(
      'Earlier keys are named in SECRET_KEY_OLD: take them out there, once secret:show says that nothing needs them, and restart.',
    )
  const needs = whatNeedsOthers(await readSecretKeyState(store.db, secretKey), clock())
  if (needs.length > 0 && !evenIfUsed)
    throw new Error(`A key of before is still needed: ${needs.join('; ')}. --even-if-used yes gives that up.`)
  writeEarlierKeys(config, [])
  secretKey.forgetOthers()
  return showSecretKey(deps)
}
