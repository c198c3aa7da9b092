import { isDatabaseAway } from './db/failures/is-database-away.ts'

/** States of PostgreSQL that a setting is wrong in, and what to look at. */
const wrongSettings: Readonly<Record<string, string>> = {
  '28000': 'Check the user in DATABASE_URL, and pg_hba.conf.',
  '28P01': 'Check the user and password in DATABASE_URL.',
  '3D000': 'Create it, or check the name in DATABASE_URL.',
}

/** Why a start or a command failed, in a sentence for the operator, where they can mend it; null: what was thrown says as much. */
export function knownFailure(error: unknown): string | null {
  const { code = '', syscall, path, address } = error as NodeJS.ErrnoException & { address?: string }
  const reason = plainReason(error)
  if (syscall === 'connect' && (code === 'EACCES' || code === 'EPERM'))
    return `This user may not talk to ${address ?? path ?? 'the other side'} (${code}). Run this as the user of the server.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR')
    return `This user cannot open or write ${path ?? 'DATA_DIR'} (${code}). Run this as the user it belongs to, or name a place that this user may write.`
  if (code === 'EEXIST' && syscall === 'mkdir') return `${path} is not a folder.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full: ${reason}`
  if (code === '53100') return `The disk of the database is full: ${reason}`
  if (code in wrongSettings) return `PostgreSQL refuses: ${reason}. ${wrongSettings[code]}`
  if (/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_)/.test(code))
    return `The certificate of the other side is not accepted: ${reason}.`
  // SQLSTATE: somebody answered.
  if (/^(25|53|58)/.test(code) && isDatabaseAway(error)) return `The database cannot do this now: ${reason}`
  return isDatabaseAway(error) ? `The database cannot be reached: ${reason}` : null
}

/** The same for a command, which has nobody but its reader to explain the rest to. */
export function failureInWords(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException
  return knownFailure(error) ?? (code === 'ENOENT' && path ? `${path} is not there.` : plainReason(error))
}

/** In the words of whatever was thrown; what was tried at several addresses of one name has none of its own. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(plainReason))].join(', ')
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
