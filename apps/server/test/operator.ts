import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { grantOperator } from '../src/modules/operators/operators.port.ts'
import { totpCode, totpStep } from '../src/modules/operators/totp.ts'
import type { TestApp, TestClient } from './build-test-app.ts'
import { ethereumSigner } from './chains/wallet-signers.ts'
import { signUp } from './sign-in.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Registers a user and makes them an operator, without a second factor yet; `secret` is the one in their authenticator. */
export async function signUpOperator(app: TestApp, client: TestClient, role: OperatorRole = 'owner') {
  const signer = ethereumSigner()
  const { user, token } = await signUp(client, signer)
  const { store, secretKey, mail } = app
  const { authenticator } = await grantOperator(
    {
      store,
      secretKey,
      clock: app.clock.now,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      mail,
    },
    { who: signer.address, role },
  )
  const secret = fromBase32(new URL(authenticator).searchParams.get('secret') ?? '')
  return { user, token, secret }
}

/** Registers an operator who has just proven a second factor, so that the whole desk is accessible. */
export async function signUpProvenOperator(app: TestApp, client: TestClient, role: OperatorRole = 'owner') {
  const operator = await signUpOperator(app, client, role)
  const code = totpCode(operator.secret, totpStep(app.clock.now()))
  const { status } = await client.post('/desk/second-factor', { code })
  if (status !== 200) throw new Error(`the second factor was answered with ${status}`)
  return operator
}
