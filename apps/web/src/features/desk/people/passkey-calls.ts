import { deskPasskeyEndpoints } from '@shipminer/contract/desk-passkeys'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Whether this browser can make and use passkeys. */
export const knowsPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Why a passkey could not be used here: nobody pressed, or the device has it already. Its message is for the log only. */
export class PasskeyNotGiven extends Error {
  override readonly name = 'PasskeyNotGiven'
}

/** What converts between what browsers hold and what is sent; only who uses a passkey fetches it. */
const browser = () => import('@simplewebauthn/browser')

const given = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new PasskeyNotGiven(String(error))
  })

export const passkeysQuery = queryOptions({
  queryKey: ['desk', 'passkeys'],
  queryFn: ({ signal }) => callEndpoint(deskPasskeyEndpoints.deskPasskeys, { signal }),
})

/** Has the browser make a passkey, and adds it. @throws ApiError, PasskeyNotGiven */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await callEndpoint(deskPasskeyEndpoints.deskPasskeyOptions, {})
  const { startRegistration } = await browser()
  const made = await given(
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports } = made.response
  const response = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) }
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyAdd, {
    body: { name, credential: { id: made.id, response } },
  })
}

/** @throws ApiError */
export async function removePasskey(id: string): Promise<void> {
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyRemove, { params: { id } })
}

/** What a passkey is to sign; null for one without. */
export const passkeyRequestQuery = queryOptions({
  queryKey: ['passkey-request'],
  queryFn: async () => (await callEndpoint(deskPasskeyEndpoints.deskPasskeyRequest, {})).options,
  gcTime: 0,
})

/** Proves the second factor for twelve hours. @throws ApiError, PasskeyNotGiven */
export async function proveWithPasskey(): Promise<void> {
  const { options } = await callEndpoint(deskPasskeyEndpoints.deskPasskeyRequest, {})
  if (options === null) throw new PasskeyNotGiven('there is none any more')
  const { startAuthentication } = await browser()
  const { id, response } = await given(
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  await callEndpoint(deskPasskeyEndpoints.deskPasskeyProve, {
    body: { credential: { id, response: { clientDataJSON, authenticatorData, signature } } },
  })
}
