import { createHash, createPublicKey, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  mostArchiveBytes,
  mostUnpackedBytes,
  parseManifest,
  type ReleaseManifest,
  releaseSigningText,
  splitReleaseFile,
} from '@shipminer/contract/releases'
import { readArchive } from '@shipminer/domain/releases/archive'

export type VerifiedRelease = {
  manifest: ReleaseManifest
  /** The signed text, byte for byte. */
  manifestText: string
  signature: string
  archive: Uint8Array
}
export type Verification = { ok: true; release: VerifiedRelease } | { ok: false; problem: string }

/**
 * Whether a release file may be published: signed with the release key, complete, and an archive that every controller will take. `releaseKey`
 * is the raw public key in base64. Problems are sentences for the operator's shell.
 */
export async function verifyRelease(file: Uint8Array, releaseKey: string): Promise<Verification> {
  const refuse = (problem: string): Verification => ({ ok: false, problem })
  const parts = splitReleaseFile(file)
  if (parts === null) return refuse('this is not a release file')
  const { header, archive } = parts
  if (!isSigned(header, releaseKey)) return refuse('the signature is not of the release key of this server')
  const manifest = parseManifest(header.manifest)
  if (manifest === null) return refuse('the manifest is out of form')
  if (archive.length > mostArchiveBytes) return refuse('the archive is too large')
  if (archive.length !== manifest.archive.bytes || sha256(archive) !== manifest.archive.sha256)
    return refuse('the archive is not the one that was signed')
  const problem = await archiveProblem(archive, manifest)
  if (problem !== null) return refuse(problem)
  return {
    ok: true,
    release: { manifest, manifestText: header.manifest, signature: header.signature, archive },
  }
}

async function archiveProblem(archive: Uint8Array, manifest: ReleaseManifest): Promise<string | null> {
  let tar: Buffer
  try {
    tar = await promisify(gunzip)(archive, { maxOutputLength: mostUnpackedBytes })
  } catch {
    return 'the archive cannot be unpacked'
  }
  const read = readArchive(tar)
  if (!read.ok) return `the archive is malformed: ${read.reason}`
  const files = new Map(read.files.map(({ path, content }) => [path, content]))
  const isComplete =
    files.size === manifest.files.length &&
    manifest.files.every(({ path, bytes, sha256: hash }) => {
      const content = files.get(path)
      return content?.length === bytes && sha256(content) === hash
    })
  return isComplete ? null : 'the archive does not hold what the manifest names'
}

function isSigned(header: { manifest: string; signature: string }, releaseKey: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(releaseKey, 'base64').toString('base64url') },
      format: 'jwk',
    })
    const text = Buffer.from(releaseSigningText(header.manifest))
    return verify(null, text, key, Buffer.from(header.signature, 'base64'))
  } catch {
    return false
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
