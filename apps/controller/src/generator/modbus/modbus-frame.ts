/** What can be requested from a Modbus device. Addresses are those on the wire, from 0. */
export type ModbusRequest =
  | { kind: 'holding' | 'input'; address: number; count: number }
  | { kind: 'write-coil'; address: number; on: boolean }
  /** Who made the device, and which it is (function 43/14). Few devices have it. */
  | { kind: 'identification' }

/** Why there is no answer. `exception` is the device's own refusal with its code. */
export type ModbusFailure =
  | { reason: 'timeout' | 'refused' | 'closed' | 'garbled' }
  | { reason: 'exception'; code: number }

/** `objects`: what the device says of itself, by the numbers of the protocol: 0 the maker, 1 the product, 2 the version. */
export type ModbusAnswer =
  | { ok: true; registers: number[]; objects?: ReadonlyMap<number, string> }
  | ({ ok: false } & ModbusFailure)

const headBytes = 7
const functions = { holding: 3, input: 4, 'write-coil': 5, identification: 43 } as const
/** What function 43 is asked for: the basic objects of the device, from the first on. */
const identification = { kind: 14, basic: 1, first: 0 } as const
const onWord = 0xff00
/** The longest frame that Modbus TCP allows. */
const longestBytes = 260

/** The bytes of a request (MODBUS Messaging on TCP/IP, 4.1: MBAP header, then the function). */
export function encodeRequest(transaction: number, unit: number, request: ModbusRequest): Buffer {
  const isIdentification = request.kind === 'identification'
  const frame = Buffer.alloc(isIdentification ? 11 : 12)
  frame.writeUInt16BE(transaction, 0)
  frame.writeUInt16BE(frame.length - 6, 4)
  frame.writeUInt8(unit, 6)
  frame.writeUInt8(functions[request.kind], 7)
  if (isIdentification) {
    frame.set([identification.kind, identification.basic, identification.first], 8)
    return frame
  }
  frame.writeUInt16BE(request.address, 8)
  frame.writeUInt16BE(request.kind === 'write-coil' ? (request.on ? onWord : 0) : request.count, 10)
  return frame
}

/**
 * Looks for the answer to a request in what has arrived. `wait`: not all of it is there. An answer to another request is skipped,
 * since it may be a late one; `rest` is what follows what was read.
 */
export function takeAnswer(
  bytes: Buffer,
  transaction: number,
  unit: number,
  request: ModbusRequest,
): { kind: 'wait'; rest: Buffer } | { kind: 'answer'; answer: ModbusAnswer; rest: Buffer } {
  let rest = bytes
  while (rest.length >= headBytes) {
    const length = rest.readUInt16BE(4)
    if (rest.readUInt16BE(2) !== 0 || length < 2 || length + 6 > longestBytes) return refuseGarbled(rest)
    if (rest.length < 6 + length) break
    const frame = rest.subarray(0, 6 + length)
    rest = rest.subarray(6 + length)
    if (frame.readUInt16BE(0) !== transaction) continue
    if (frame.readUInt8(6) !== unit) return refuseGarbled(rest)
    return { kind: 'answer', answer: readAnswer(frame.subarray(headBytes), request), rest }
  }
  return { kind: 'wait', rest }
}

const refuseGarbled = (rest: Buffer) =>
  ({ kind: 'answer', answer: { ok: false, reason: 'garbled' }, rest }) as const

function readAnswer(body: Buffer, request: ModbusRequest): ModbusAnswer {
  const code = functions[request.kind]
  if (body.length >= 2 && body.readUInt8(0) === (code | 0x80))
    return { ok: false, reason: 'exception', code: body.readUInt8(1) }
  if (body.readUInt8(0) !== code) return { ok: false, reason: 'garbled' }
  if (request.kind === 'identification') return readIdentification(body)
  if (request.kind === 'write-coil') {
    const isEcho =
      body.length === 5 &&
      body.readUInt16BE(1) === request.address &&
      body.readUInt16BE(3) === (request.on ? onWord : 0)
    return isEcho ? { ok: true, registers: [] } : { ok: false, reason: 'garbled' }
  }
  const isWhole = body.length === 2 + 2 * request.count && body.readUInt8(1) === 2 * request.count
  if (!isWhole) return { ok: false, reason: 'garbled' }
  return {
    ok: true,
    registers: Array.from({ length: request.count }, (_, index) => body.readUInt16BE(2 + 2 * index)),
  }
}

/** MODBUS Application Protocol, 6.21. What would follow in another answer is not asked for: maker and product come first. */
function readIdentification(body: Buffer): ModbusAnswer {
  const garbled = { ok: false, reason: 'garbled' } as const
  if (body.length < 7 || body.readUInt8(1) !== identification.kind) return garbled
  const objects = new Map<number, string>()
  let at = 7
  for (let left = body.readUInt8(6); left > 0; left -= 1) {
    if (at + 2 > body.length) return garbled
    const end = at + 2 + body.readUInt8(at + 1)
    if (end > body.length) return garbled
    objects.set(body.readUInt8(at), body.toString('utf8', at + 2, end))
    at = end
  }
  return { ok: true, registers: [], objects }
}
