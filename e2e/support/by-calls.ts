/** What people do, over the calls, where a journey is about something else than their pages. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { ethereumSigner } from '../../apps/server/test/chains/wallet-signers.ts'
import type { RunningServer, ServerProcess } from '../../scripts/lib/stack.ts'

/** Of one `sm19`. */
export const priceCents = 1_750_000

const guest = {
  firstName: 'Anna',
  lastName: 'de Vries',
  email: 'anna@rederij.example',
  phone: '1',
  street: 'Kade 1',
  postalCode: '1',
  city: 'Rotterdam',
  country: 'NL',
}

type OrderChange = { buyer?: object; [field: string]: unknown }

/** What is posted for an order: one `sm19` by bank transfer, for a guest, except for what is changed. */
export const orderBody = ({ buyer, ...change }: OrderChange = {}) => ({
  product: 'sm19',
  quantity: 1,
  method: 'bank_transfer',
  buyer: { ...guest, ...buyer },
  language: 'nl',
  expectedGrossCents: priceCents,
  acceptedTerms: true,
  ...change,
})

const PlacedSchema = z.object({
  order: z.looseObject({
    id: z.string(),
    number: z.string(),
    bank: z.nullable(z.object({ reference: z.string() })),
    events: z.array(z.unknown()),
  }),
  orderKey: z.string(),
})

/** `reference` as a bank writes it, without spaces; empty where nothing is paid by transfer. */
function parsePlaced(data: unknown) {
  const placed = PlacedSchema.parse(data)
  return { ...placed, reference: placed.order.bank?.reference.replaceAll(' ', '') ?? '' }
}

const postOrder = (server: RunningServer, body: object, key: string) =>
  fetch(`${server.url}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // From a client of its own where the server trusts its proxy.
      'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })

/** An order of a guest, which must be accepted at once. */
export async function placeOrder(server: RunningServer, change: OrderChange = {}) {
  const answer = await postOrder(server, orderBody(change), randomUUID())
  const body = Object(await answer.json())
  if (!answer.ok) throw new Error(`an order was refused: ${answer.status} ${JSON.stringify(body)}`)
  return parsePlaced(body.data)
}

/** An order of a guest, asked for until it is answered. */
export async function placeUntilAnswered(server: ServerProcess, key: string) {
  for (;;) {
    const order = orderBody({ buyer: { email: `${key}@rederij.example` } })
    const answer = await postOrder(server, order, key).catch(() => null)
    const body = Object(await answer?.json().catch(() => null))
    if (answer?.status === 200) return parsePlaced(body.data)
    const passes =
      answer === null ||
      answer.status >= 500 ||
      answer.status === 429 ||
      body.code === 'idempotency-in-progress'
    if (!passes) throw new Error(`an order was refused: ${answer.status} ${JSON.stringify(body)}`)
    await sleep(100)
  }
}

/** An account, over the calls; gives the token of its session. */
export async function signUp(server: ServerProcess): Promise<string> {
  const signer = ethereumSigner()
  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${server.url}/api/wallet-auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return Object(await answer.json())
  }
  const { nonce, message } = (await call(`/nonce/${signer.address}`)).data
  const walletAddress = signer.address
  const { registrationToken } = await call('/login', {
    walletAddress,
    nonce,
    signature: await signer.sign(message),
  })
  const profile = { walletAddress, name: 'Anna de Vries', email: `${randomUUID()}@rederij.nl` }
  const registered = await call('/register', profile, registrationToken)
  if (!registered.success) throw new Error(`no account: ${JSON.stringify(registered)}`)
  return registered.data.token
}
