import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-format.ts'

/** What every file in the age format begins with (age-encryption.org/v1); a gzip file never does. */
const magic = 'age-encryption.org/v1\n'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Encrypts what passes through for the public keys, so that a machine which makes backups cannot read them. Without any it passes as it is.
 * @throws BackupError when one of them is none
 */
export function encryptFor(recipients: readonly string[]): (plain: Bytes) => AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(`${recipient} is not a public key of age: it begins with age1.`)
    }
  }
  return async function* (plain) {
    if (recipients.length === 0) yield* plain
    else yield* await encrypter.encrypt(ReadableStream.from(plain))
  }
}

/**
 * The identities (private keys) in a file as `age-keygen` writes it: one a line, besides comments.
 * @throws BackupError when there is none or a line is something else
 */
export function parseIdentities(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const checked = new Decrypter()
  for (const line of lines) {
    try {
      checked.addIdentity(line.trim())
    } catch {
      throw new BackupError('This is not a file of age identities: its lines begin with AGE-SECRET-KEY-1.')
    }
  }
  if (lines.length === 0) throw new BackupError('There is no age identity in this file.')
  return lines.map((line) => line.trim())
}

/** Writes a new identity into `file`, readable by this user only, and returns its public key. */
export async function makeIdentity(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# public key: ${recipient}\n${identity}\n`
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
  return recipient
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === magic
  } finally {
    await handle.close()
  }
}

/**
 * The bytes of a backup, decrypted where it is encrypted.
 * @throws BackupError when no identity opens it, or while it is read when it was changed or cut off
 */
export async function* readPlain(file: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  if (!(await isEncrypted(file))) {
    yield* createReadStream(file)
    return
  }
  if (identities.length === 0)
    throw new BackupError('This backup is encrypted. Name the file with the age identity: --identity <file>.')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(ReadableStream.from(createReadStream(file))).catch((error: Error) => {
    throw /no identity matched/.test(error.message)
      ? new BackupError('None of these age identities opens this backup.')
      : damaged
  })
  try {
    yield* plain
  } catch (error) {
    // The reader above gave up: that is not the file's fault.
    if ((error as { code?: string }).code?.startsWith('Z_') || error instanceof BackupError) throw error
    throw damaged
  }
}

const damaged = new BackupError(
  'This backup is damaged: what is encrypted was changed or cut off. Nothing of it was used; take another one.',
)
