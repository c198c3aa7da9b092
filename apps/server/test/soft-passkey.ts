import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** User present and verified; in a new one the key follows. */
const flags = { used: 0x05, made: 0x45 }

/** A passkey as an authenticator holds it (ES256, attestation `none`), with what can go wrong as parameters. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let uses = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (rpId: string, flag: number, count: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter])
  }

  return {
    id: base64url(id),
    make({ challenge, rp }: { challenge: string; rp: { id: string } }, origin = `https://${rp.id}`) {
      // COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        head(rp.id, flags.made, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      // CBOR: { fmt: 'none', attStmt: {}, authData: data }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, origin))
      return {
        id: base64url(id),
        response: { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['usb'] },
      }
    },
    sign(
      { challenge, rpId }: { challenge: string; rpId: string },
      { origin = `https://${rpId}`, count = ++uses }: { origin?: string; count?: number } = {},
    ) {
      const client = clientData('webauthn.get', challenge, origin)
      const data = head(rpId, flags.used, count)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { id: base64url(id), response }
    },
  }
}
