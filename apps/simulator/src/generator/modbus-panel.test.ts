import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createManualClock, type ManualClock } from '../clock.ts'
import { createGenerator, type Generator } from './generator.ts'
import { type ModbusPanel, startModbusPanel } from './modbus-panel.ts'
import { createShipLoad } from './ship-load.ts'

let clock: ManualClock
let generator: Generator
let panel: ModbusPanel
let line: Socket
const contactor: boolean[] = []
beforeEach(async () => {
  clock = createManualClock()
  contactor.length = 0
  generator = createGenerator({
    capacityKw: 100,
    shipLoad: createShipLoad({ baseKw: 30, steps: [] }, clock),
    miningWatts: () => 12_000,
  })
  panel = await startModbusPanel({ generator, clock, onContactor: (isClosed) => contactor.push(isClosed) })
  line = connect(panel.port, panel.host)
})
afterEach(async () => {
  line.destroy()
  await panel.close()
})
/** One exchange in hexadecimal, in two pieces on the way out. */
async function ask(body: string): Promise<string> {
  const bytes = Buffer.from(
    `0001 0000 ${(body.replaceAll(' ', '').length / 2).toString(16).padStart(4, '0')} ${body}`.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )
  line.write(bytes.subarray(0, 5))
  const answer = new Promise<Buffer>((resolve) => line.once('data', resolve))
  setImmediate(() => line.write(bytes.subarray(5)))
  return (await answer).subarray(7).toString('hex')
}

test('tells the load in both number forms, by both functions', async () => {
  const float = Buffer.alloc(4)
  float.writeFloatBE(42_000)
  expect(await ask('01 03 0000 0002')).toBe(`0304${float.toString('hex')}`)
  expect(await ask('01 04 000a 0002')).toBe('04040000a410')
})
test.each([
  ['another function', '01 06 0000 0001', '8601'],
  ['registers that are not there', '01 03 000b 0002', '8302'],
  ['no registers', '01 03 0000 0000', '8303'],
  ['another coil', '01 05 0001 ff00', '8502'],
  ['half a coil', '01 05 0000 1234', '8503'],
])('refuses %s', async (_, body, expected) => expect(await ask(body)).toBe(expected))
test('says that the meter is gone when it is cut', async () => {
  generator.feed = 'cut'
  expect(await ask('01 03 0000 0002')).toBe('8304')
})
test('the contactor is closed while the coil changes, and drops 2 s after its last change', async () => {
  expect(panel.isContactorClosed()).toBe(false)
  await ask('01 05 0000 ff00')
  expect(panel.isContactorClosed()).toBe(true)
  clock.advance(1_500)
  await ask('01 05 0000 0000')
  clock.advance(1_500)
  expect(panel.isContactorClosed()).toBe(true)
  // The same level again is no sign of life.
  await ask('01 05 0000 0000')
  clock.advance(500)
  await vi.waitFor(() => expect(panel.isContactorClosed()).toBe(false), { timeout: 60_000 })
  expect(contactor).toEqual([true, false])
})
