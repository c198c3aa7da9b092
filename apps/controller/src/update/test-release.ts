import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type ReleaseManifest, releaseSigningText } from '@shipminer/contract/releases'
import { type ArchiveFile, writeArchive } from '@shipminer/domain/releases/archive'

const keys = generateKeyPairSync('ed25519')
const { x = '' } = createPublicKey(keys.privateKey).export({ format: 'jwk' })

/** The key that test releases are signed with, as a controller pins it. */
export const testReleaseKey = Buffer.from(x, 'base64url').toString('base64')

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A signed release for tests. `changes` are part of what is signed. */
export function testRelease(
  changes: Partial<ReleaseManifest> = {},
  files: ArchiveFile[] = [
    { path: 'app/controller.mjs', content: Buffer.from('process.exit(0)') },
    { path: 'package.json', content: Buffer.from('{}') },
  ],
  tar: Uint8Array = writeArchive(files),
): { manifest: ReleaseManifest; text: string; signature: string; archive: Buffer } {
  const archive = gzipSync(tar)
  const manifest: ReleaseManifest = {
    format: 1,
    product: 'shipminer-controller',
    version: '1.4.0',
    minimumNode: '24.0.0',
    allowsDowngrade: false,
    archive: { sha256: sha256(archive), bytes: archive.length },
    files: files.map(({ path, content }) => ({ path, sha256: sha256(content), bytes: content.length })),
    ...changes,
  }
  const text = JSON.stringify(manifest)
  const signature = sign(null, Buffer.from(releaseSigningText(text)), keys.privateKey).toString('base64')
  return { manifest, text, signature, archive }
}
