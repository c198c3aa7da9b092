import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { MadePasskey, SignedByPasskey } from '@shipminer/contract/desk/passkeys'
import type { Caller, Operator } from '../../platform/auth/authenticator.ts'
import type { Guesses } from '../../platform/auth/guesses.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AccountMailDeps, mailToOwner } from '../users/users.port.ts'
import { noteAction } from './audit.service.ts'
import { markFactorProven } from './operators.repository.ts'
import { factorLifetimeMs, isOperator, judgeFactor, type OperatorDeps } from './operators.service.ts'
import {
  deletePasskey,
  listPasskeys,
  notePasskeyUse,
  saveChallenge,
  savePasskey,
  takeChallenge,
} from './passkeys.repository.ts'

/** How long a browser may take for its answer. */
const answerWithinMs = 5 * 60_000
const challengeBytes = 32
const mostPasskeys = 20
/** EdDSA, ES256, RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

export type PasskeyDeps = OperatorDeps & {
  randomBytes: (count: number) => Uint8Array
  productName: string
  /** The address of the site, which passkeys are bound to. */
  publicUrl: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
/** It checks much that no operator without a passkey needs, so it is read when one is used. */
const webauthn = () => import('@simplewebauthn/server')

/** Whom passkeys are made for: the name of the site's host. Null for a number, which browsers make none for. */
function siteOf({ publicUrl }: Pick<PasskeyDeps, 'publicUrl'>): { id: string; origin: string } | null {
  const { hostname, origin } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}

export async function readPasskeys(
  deps: Pick<PasskeyDeps, 'store' | 'publicUrl'>,
  { userId }: Pick<Operator, 'userId'>,
) {
  const rows = await listPasskeys(deps.store.db, userId)
  return {
    isOffered: siteOf(deps) !== null,
    passkeys: rows.map(({ id, name, addedAt, usedAt }) => ({
      ...{ id, name, addedAt: addedAt.getTime() },
      usedAt: usedAt?.getTime() ?? null,
    })),
  }
}

async function challengeFor(deps: PasskeyDeps, { sessionId }: Caller): Promise<string> {
  const challenge = base64url(deps.randomBytes(challengeBytes))
  await saveChallenge(deps.store.db, sessionId, challenge, new Date(deps.clock()))
  return challenge
}

const takenChallenge = (deps: PasskeyDeps, { sessionId }: Caller) =>
  takeChallenge(deps.store.db, sessionId, new Date(deps.clock() - answerWithinMs))

const descriptors = (rows: readonly { credentialId: string; transports: string[] }[]) =>
  rows.map(({ credentialId, transports }) => ({ type: 'public-key' as const, id: credentialId, transports }))

/** What a browser makes a passkey from. @throws AppError `passkey-refused` where the site has no name, or for too many */
export async function offerPasskey(deps: PasskeyDeps, { userId, name }: Operator, caller: Caller) {
  const site = siteOf(deps)
  const known = await listPasskeys(deps.store.db, userId)
  if (site === null || known.length >= mostPasskeys) throw new AppError('passkey-refused')
  return {
    challenge: await challengeFor(deps, caller),
    rp: { id: site.id, name: deps.productName },
    user: { id: base64url(Buffer.from(userId)), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: answerWithinMs,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'discouraged' as const,
      userVerification: 'preferred' as const,
    },
    excludeCredentials: descriptors(known),
  }
}

/** Its owner hears of it by mail. @throws AppError `passkey-refused` */
export async function addPasskey(
  deps: PasskeyDeps & AccountMailDeps,
  operator: Operator,
  caller: Caller,
  { name, credential }: { name: string; credential: MadePasskey },
) {
  const site = siteOf(deps)
  const expectedChallenge = await takenChallenge(deps, caller)
  if (site === null || expectedChallenge === null) throw new AppError('passkey-refused')
  const { id, response } = credential
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
    },
    ...{ expectedChallenge, expectedOrigin: site.origin, expectedRPID: site.id },
    ...{ requireUserVerification: false, supportedAlgorithmIDs: algorithms },
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) throw new AppError('passkey-refused')
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  await deps.store.db.transaction().execute(async (trx) => {
    const isNew = await savePasskey(trx, {
      ...{ id: randomUUID(), userId: operator.userId, credentialId, publicKey, signCount: counter, name },
      ...{ transports: response.transports ?? [], addedAt: new Date(deps.clock()) },
    })
    if (!isNew) throw new AppError('passkey-refused')
    const subject = `operator ${operator.name}` as const
    await noteAction(deps, trx, operator, { action: 'operator.passkey-added', subject, reason: name })
    await mailToOwner(trx, deps, operator.userId, { kind: 'passkeyAdded', name })
  })
  return readPasskeys(deps, operator)
}

/** Its owner hears of it by mail. @throws AppError `not-found` */
export async function removePasskey(deps: PasskeyDeps & AccountMailDeps, operator: Operator, id: string) {
  await deps.store.db.transaction().execute(async (trx) => {
    const name = await deletePasskey(trx, operator.userId, id)
    if (name === null) throw new AppError('not-found')
    const subject = `operator ${operator.name}` as const
    await noteAction(deps, trx, operator, { action: 'operator.passkey-removed', subject, reason: name })
    await mailToOwner(trx, deps, operator.userId, { kind: 'passkeyRemoved', name })
  })
  return readPasskeys(deps, operator)
}

/** What one of the operator's passkeys is to sign; null for one without. @throws AppError `forbidden` */
export async function askForPasskey(deps: PasskeyDeps, caller: Caller) {
  if (!isOperator(caller)) throw new AppError('forbidden')
  const site = siteOf(deps)
  const known = await listPasskeys(deps.store.db, caller.userId)
  if (site === null || known.length === 0) return null
  return {
    challenge: await challengeFor(deps, caller),
    rpId: site.id,
    timeout: answerWithinMs,
    userVerification: 'preferred' as const,
    allowCredentials: descriptors(known),
  }
}

/**
 * Proves the second factor for this session with a passkey.
 *
 * @returns until when it is valid
 * @throws AppError `forbidden`, `passkey-refused`, `rate-limited`
 */
export async function provePasskey(
  deps: PasskeyDeps & AccountMailDeps & { guesses: Guesses },
  caller: Caller,
  { signed, ip }: { signed: SignedByPasskey; ip: string },
): Promise<{ until: number }> {
  const until = await judgeFactor(deps, caller, ip, () => acceptPasskey(deps, caller, signed))
  if (until === null) throw new AppError('passkey-refused')
  return { until }
}

async function acceptPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  signed: SignedByPasskey,
): Promise<number | null> {
  const site = siteOf(deps)
  const expectedChallenge = await takenChallenge(deps, caller)
  const known = await listPasskeys(deps.store.db, caller.userId)
  const passkey = known.find(({ credentialId }) => credentialId === signed.id)
  if (site === null || expectedChallenge === null || passkey === undefined) return null
  const { id, response } = signed
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} }, response },
    ...{ expectedChallenge, expectedOrigin: site.origin, expectedRPID: site.id },
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || authenticationInfo === undefined) return null
  const now = deps.clock()
  const at = new Date(now)
  await deps.store.db.transaction().execute(async (trx) => {
    await notePasskeyUse(trx, passkey.id, authenticationInfo.newCounter, at)
    await markFactorProven(trx, caller.sessionId, at)
  })
  return now + factorLifetimeMs
}
