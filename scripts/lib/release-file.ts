import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  type ReleaseHeader,
  type ReleaseManifest,
  ReleaseManifestSchema,
  releaseSigningText,
} from '../../packages/contract/src/releases.ts'
import { type ArchiveFile, writeArchive } from '../../packages/domain/src/releases/archive.ts'

/** Packs and signs a release: one line of JSON, then the archive. The same files and key give the same bytes. Throws when the manifest is out of form. */
export function makeReleaseFile(options: {
  version: string
  minimumNode: string
  allowsDowngrade: boolean
  files: readonly ArchiveFile[]
  privateKey: KeyObject
}): { bytes: Buffer; manifest: ReleaseManifest } {
  const archive = gzipSync(writeArchive(options.files), { level: 9 })
  const manifest = ReleaseManifestSchema.parse({
    format: 1,
    product: 'shipminer-controller',
    version: options.version,
    minimumNode: options.minimumNode,
    allowsDowngrade: options.allowsDowngrade,
    archive: { sha256: sha256(archive), bytes: archive.length },
    files: options.files
      .map(({ path, content }) => ({ path, sha256: sha256(content), bytes: content.length }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  })
  const text = JSON.stringify(manifest)
  const header: ReleaseHeader = {
    manifest: text,
    signature: sign(null, Buffer.from(releaseSigningText(text)), options.privateKey).toString('base64'),
  }
  return { bytes: Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), archive]), manifest }
}

/** The public half as server and controllers are given it: the raw 32 bytes in base64. Throws for a key that is not Ed25519. */
export function releasePublicKey(privateKey: KeyObject): string {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('the release key must be an Ed25519 key')
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
