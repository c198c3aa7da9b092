import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import { frame } from '../../net/frame-endpoint.ts'
import { type Ship, startShip } from '../../ship/start-ship.ts'
import { askJson, askText } from '../../testing/sockets.ts'
import { cryptMd5, seal, sha256, unseal } from './crypt.ts'

let ship: Ship | undefined
let clock: ManualClock
afterEach(() => ship?.close())

async function start(model: 'whatsminer-m50s' | 'whatsminer-m60s', password = 'ahoy'): Promise<Device> {
  clock = createManualClock()
  const credentials = { user: 'super', password }
  ship = await startShip({ fleet: [{ model, count: 1 }], clock, ageMs: 3_600_000, credentials })
  return ship.devices[0] as Device
}

describe('the second API', () => {
  async function write(device: Device, fields: object, password = 'ahoy', waitMs = 0) {
    const { Msg: token } = await askJson(device.port, 'get_token')
    const key = cryptMd5(password, token.salt)
    const sign = cryptMd5(key + token.time, token.newsalt)
    clock.advance(waitMs)
    const data = seal(JSON.stringify({ ...fields, token: sign }), sha256(key))
    const answer = JSON.parse(
      (await askText(device.port, JSON.stringify({ enc: 1, data }))).replace(/\0+$/, ''),
    )
    return answer.enc === undefined ? answer : JSON.parse(unseal(answer.enc, sha256(key)) ?? '{}')
  }

  test('crypt is that of the world', () => {
    expect(cryptMd5('admin', 'D6w5gVOb')).toBe('x/LfL.qU1wBJhndXCyVkC/')
  })

  test('takes what is rightly sealed, for half an hour', async () => {
    const device = await start('whatsminer-m50s')
    expect(await write(device, { cmd: 'power_off', respbefore: 'true' })).toMatchObject({
      STATUS: 'S',
      Code: 131,
    })
    expect(device.truth().asleep).toBe(true)
    expect(await askJson(device.port, 'status')).toMatchObject({ Msg: { mineroff: 'true' } })
    expect(await write(device, { cmd: 'power_on' }, 'ahoy', 31 * 60_000)).toMatchObject({
      STATUS: 'E',
      Code: 135,
    })
    expect(await write(device, { cmd: 'power_on' }, 'wrong')).toMatchObject({ STATUS: 'E', Code: 134 })
    expect(await write(device, { cmd: 'power_off', respbefore: true })).toMatchObject({ Code: 132 })
    expect(device.truth().asleep).toBe(true)
  })

  test('takes nothing with the delivered password', async () => {
    const device = await start('whatsminer-m50s', 'admin')
    expect(await write(device, { cmd: 'power_off', respbefore: 'true' }, 'admin')).toMatchObject({ Code: 45 })
  })
})

test('the third API speaks in frames, says that it lives, and ends what is none', async () => {
  const device = await start('whatsminer-m60s')
  const socket = connect({ port: device.port, host: '127.0.0.1' })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    // An empty frame, then the answer; nonsense afterwards.
    if (bytes.length > 8 && bytes.length >= 8 + bytes.readUInt32LE(4)) socket.write('GET / HTTP/1.1\r\n\r\n')
  })
  socket.write(frame(JSON.stringify({ cmd: 'get.device.info' })))
  await ended
  const bytes = Buffer.concat(chunks)
  expect(bytes.readUInt32LE(0)).toBe(0)
  expect(JSON.parse(bytes.subarray(8).toString())).toMatchObject({
    code: 0,
    msg: { system: { apiswitch: '1' }, miner: { working: 'true' } },
  })
})
