import { deskPasskeyEndpoints, type PasskeyRequest } from '@shipminer/contract/desk/passkeys'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { loadChunk } from '../../../lib/chunks/chunk-loader.ts'

/** Whether this browser can make and use passkeys. */
export const knowsPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** What converts between what browsers hold and what is sent; only who uses a passkey fetches it. */
const browser = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Null where the browser gave none: nobody pressed, or the device has it already. */
const orNull = <Answer>(answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null)

export const passkeysQuery = queryOptions({
  queryKey: ['desk', 'passkeys'],
  queryFn: ({ signal }) => callEndpoint(deskPasskeyEndpoints.deskPasskeys, { signal }),
})

/** Has the browser make a passkey, and adds it. @returns whether the browser made one @throws ApiError */
export async function addPasskey(name: string): Promise<boolean> {
  const { options } = await callEndpoint(deskPasskeyEndpoints.deskPasskeyOptions, {})
  const { startRegistration } = await browser()
  const made = await orNull(
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  if (made === null) return false
  const { clientDataJSON, attestationObject, transports } = made.response
  const response = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) }
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyAdd, {
    body: { name, credential: { id: made.id, response } },
  })
  return true
}

/** @throws ApiError */
export async function removePasskey(id: string): Promise<void> {
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyRemove, { params: { id } })
}

/** Shorter than the server waits for an answer. */
const requestFreshMs = 4 * 60_000

/** What a passkey is to sign, once; null for one without. */
export const passkeyRequestQuery = queryOptions({
  queryKey: ['passkey-request'],
  queryFn: async () => (await callEndpoint(deskPasskeyEndpoints.deskPasskeyRequest, {})).options,
  staleTime: requestFreshMs,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Proves the second factor for twelve hours. @returns whether a passkey was given @throws ApiError */
export async function proveWithPasskey(request: PasskeyRequest): Promise<boolean> {
  const { startAuthentication } = await browser()
  const signed = await orNull(
    startAuthentication({ optionsJSON: request as PublicKeyCredentialRequestOptionsJSON }),
  )
  if (signed === null) return false
  const { id, response } = signed
  const { clientDataJSON, authenticatorData, signature } = response
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyProve, {
    body: { credential: { id, response: { clientDataJSON, authenticatorData, signature } } },
  })
  return true
}
