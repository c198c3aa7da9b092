import { noteAction } from '../operators/operators.port.ts'
import type { Actor, ReleaseDeps } from './releases.deps.ts'
import { findRelease, insertRelease } from './releases.repository.ts'
import { verifyRelease } from './verify-release.ts'

/**
 * Verifies and stores a release file. Repeating it with the same file changes nothing.
 *
 * @throws Error worded for the shell: no release key, not signed with it, malformed, or the same version with other bytes
 */
export async function publishRelease(
  deps: ReleaseDeps,
  actor: Actor,
  file: Uint8Array,
): Promise<{ version: string; bytes: number; published: 'now' | 'before' }> {
  if (deps.releaseKey === null) throw new Error('RELEASE_PUBLIC_KEY is not set: nothing can be published')
  const verified = await verifyRelease(file, deps.releaseKey)
  if (!verified.ok) throw new Error(verified.problem)
  const { manifest, manifestText, signature, archive } = verified.release
  const { version } = manifest
  const isNew = await deps.store.db.transaction().execute(async (trx) => {
    const publishedAt = new Date(deps.clock())
    const row = { version, manifest: manifestText, signature, archive, publishedAt }
    if (!(await insertRelease(trx, row))) return false
    await noteAction(deps, trx, actor, {
      action: 'release.publish',
      subject: `release ${version}`,
      reason: manifest.archive.sha256,
    })
    return true
  })
  const known = isNew ? null : await findRelease(deps.store.db, version)
  if (known !== null && known.manifest !== manifestText)
    throw new Error(
      `version ${version} is published already, with other bytes: give this one another version`,
    )
  return { version, bytes: archive.length, published: isNew ? 'now' : 'before' }
}
