import { randomBytes } from 'node:crypto'
import { keySuccessionText, type UplinkToController } from '@shipminer/contract/uplink'
import type { Store, StoreLogger, Trx } from '../../../platform/db/store.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { firstKeyOf, stepsFrom } from './command-keys.policy.ts'
import * as repository from './command-keys.repository.ts'
import { type CommandSigner, createCommandSigner, derivedSeed } from './command-signer.ts'

const channel = 'command_keys'

type KeysDeps = { store: Store; secretKey: SecretKey; clock: () => number; logger: StoreLogger }

/** A key with what signs for it; null: it has ended, or was sealed with another server key. */
type CommandKey = Omit<repository.KeyRow, 'sealedSeed'> & { signer: CommandSigner | null }

/** A box as it says hello. `reported`: the key it has pinned; left out by versions that do not say. */
type Box = {
  controllerId: string
  reported: string | null | undefined
  send(message: UplinkToController): void
}

/** Which key the orders on one line are signed with. */
type LineKey = {
  /** As the welcome names it. */
  commandKey: string
  sign(text: string): string
  /** After the welcome: newer keys are sent to the box, now and later. Call the result when the line ends. */
  lineUp(): () => void
}

export type CommandKeys = {
  /** Signs with the newest key. */
  sign(text: string): string
  meet(box: Box): Promise<LineKey>
  close(): Promise<void>
}

/**
 * The keys that sign orders to boxes. They lie in the database, sealed with the server's own key, so that all servers of an installation
 * have the same ones and a backup holds them. A box takes a newer key only over a message that the one it has has signed.
 */
export async function openCommandKeys(deps: KeysDeps): Promise<CommandKeys> {
  const { store, logger } = deps
  const lines = new Set<() => void>()
  let keys = await readKeys(deps)

  async function renew(): Promise<void> {
    try {
      keys = await readKeys(deps)
      for (const tell of lines) tell()
    } catch (error) {
      logger.error({ err: error }, 'keys for orders could not be read')
    }
  }
  const stopListening = await store.listen(
    channel,
    () => void renew(),
    () => void renew(),
  )

  return {
    sign: (text) => newest(keys).signer.sign(text),
    async meet({ controllerId, reported, send }) {
      keys = await readKeys(deps)
      const first =
        reported === undefined
          ? firstKeyOf(keys, await repository.enrolledAtOf(store.db, controllerId))
          : null
      let pinned = reported ?? first?.publicKey ?? newest(keys).publicKey
      await repository.noteKeyOfBox(store.db, controllerId, reported ?? null)
      if (reported && !keys.some(({ publicKey }) => publicKey === reported))
        logger.error(
          { controllerId },
          'a box has pinned a key for orders that is not known here: it refuses them',
        )
      const tell = () => {
        const successions = reported === undefined ? null : stepsFrom(keys, pinned)
        if (successions === null) return
        send({ type: 'command-keys', successions })
        pinned = newest(keys).publicKey
      }
      return {
        commandKey: pinned,
        sign: (text) => signerOf(keys, pinned).sign(text),
        lineUp() {
          tell()
          lines.add(tell)
          return () => lines.delete(tell)
        },
      }
    },
    close: stopListening,
  }
}

/** Makes another key the one that orders are signed with. Boxes take it when they are next on the line. @returns its public half */
export async function rotateCommandKey(deps: KeysDeps): Promise<{ commandKey: string; before: string }> {
  return deps.store.db.transaction().execute(async (trx) => {
    await repository.lockKeys(trx)
    const before = newest(openKeys(deps, await ensureKeys(trx, deps)))
    const commandKey = await addKey(trx, deps, randomBytes(32), before.signer)
    await deps.store.notify(channel, commandKey, trx)
    return { commandKey, before: before.publicKey }
  })
}

/** A key with how many boxes still had it when they last connected. */
type KeyReport = {
  key: string
  since: Date
  state: 'in force' | 'still accepted' | 'ended'
  boxes: number
}

export async function listCommandKeys(deps: Pick<KeysDeps, 'store'>): Promise<KeyReport[]> {
  const { db } = deps.store
  const keys = await repository.listKeys(db)
  const pinned = (await repository.listKeysOfBoxes(db)).map(
    ({ commandKey, enrolledAt }) => commandKey ?? firstKeyOf(keys, enrolledAt)?.publicKey,
  )
  return keys.map(({ publicKey, createdAt, endedAt }, at) => ({
    key: publicKey,
    since: createdAt,
    state: at === keys.length - 1 ? 'in force' : endedAt === null ? 'still accepted' : 'ended',
    boxes: pinned.filter((key) => key === publicKey).length,
  }))
}

/** Ends a key for good: nothing is signed with it any more. What it signed of the key after it stays, for boxes that come back later. */
export async function endCommandKey(
  deps: Pick<KeysDeps, 'store' | 'clock'>,
  key: string,
  options: { evenIfUsed: boolean },
): Promise<KeyReport[]> {
  const found = (await listCommandKeys(deps)).find((one) => one.key === key)
  if (!found) throw new Error('There is no such key. `npm run admin -- keys:list` shows them.')
  if (found.state === 'in force') throw new Error('It signs the orders. Make another key first: keys:rotate.')
  if (found.boxes > 0 && !options.evenIfUsed)
    throw new Error(
      `${found.boxes} boxes had it when they last connected. Boxes of earlier versions never take another one: they would refuse orders. --even-if-used yes ends it nevertheless.`,
    )
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.lockKeys(trx)
    const row = (await repository.listKeys(trx)).find(({ publicKey }) => publicKey === key)
    if (row) await repository.endKey(trx, row.id, new Date(deps.clock()))
    await deps.store.notify(channel, key, trx)
  })
  return listCommandKeys(deps)
}

async function readKeys(deps: KeysDeps): Promise<CommandKey[]> {
  const keys = openKeys(deps, await repository.listKeys(deps.store.db))
  if (keys.at(-1)?.signer) return keys
  return deps.store.db.transaction().execute(async (trx) => {
    await repository.lockKeys(trx)
    return openKeys(deps, await ensureKeys(trx, deps))
  })
}

function openKeys({ secretKey }: KeysDeps, rows: readonly repository.KeyRow[]): CommandKey[] {
  return rows.map(({ sealedSeed, ...row }) => {
    const seed = sealedSeed === null ? null : secretKey.openText(sealedSeed)
    return { ...row, signer: seed === null ? null : createCommandSigner(Buffer.from(seed, 'base64')) }
  })
}

/** The first key: of its own where no box has pinned the derived one. Another one too where the newest was sealed with a lost server key. */
async function ensureKeys(trx: Trx, deps: KeysDeps): Promise<repository.KeyRow[]> {
  const rows = await repository.listKeys(trx)
  if (openKeys(deps, rows).at(-1)?.signer) return rows
  const isDerived = rows.length === 0 && (await repository.hasEnrolledBoxes(trx))
  if (rows.length > 0)
    deps.logger.error(
      {},
      'the key for orders cannot be opened with this SECRET_KEY: boxes must be given another by hand',
    )
  await addKey(trx, deps, isDerived ? derivedSeed(deps.secretKey) : randomBytes(32), null)
  return repository.listKeys(trx)
}

async function addKey(
  trx: Trx,
  deps: KeysDeps,
  seed: Uint8Array,
  before: CommandSigner | null,
): Promise<string> {
  const { publicKey } = createCommandSigner(seed)
  await repository.insertKey(trx, {
    publicKey,
    sealedSeed: deps.secretKey.sealText(Buffer.from(seed).toString('base64')),
    succession: before?.sign(keySuccessionText(before.publicKey, publicKey)) ?? null,
    createdAt: new Date(deps.clock()),
  })
  return publicKey
}

function newest(keys: readonly CommandKey[]): CommandKey & { signer: CommandSigner } {
  const key = keys.at(-1)
  if (!key?.signer) throw new Error('there is no key for orders')
  return { ...key, signer: key.signer }
}

/** Of a key that ended, the newest signs: a box that does not know it refuses, which is what ending means. */
const signerOf = (keys: readonly CommandKey[], publicKey: string): CommandSigner =>
  keys.find((key) => key.publicKey === publicKey)?.signer ?? newest(keys).signer
