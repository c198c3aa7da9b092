import type { BoxState } from './box-stock.ts'

/** What goes along of one line of an order. */
export type PackedLine = {
  name: string
  productId: string
  /** Going now. */
  quantity: number
  /** On board before. */
  earlier: number
  /** Still to come. */
  later: number
  /** Of the boxes that go now, as far as they were chosen. */
  serials: string[]
}

type Line = { position: number; name: string; productId: string; quantity: number }
type Box = { orderPosition: number | null; state: BoxState; serial: string }

/**
 * What is delivered now of an order with several boxes: those that were shipped and are not on board yet; where none was, everything that is
 * not on board. Lines that are delivered whole are left out, unless all of them are.
 */
export function packedLines(lines: readonly Line[], boxes: readonly Box[]): PackedLine[] {
  const isUnderWay = boxes.some(({ state }) => state === 'shipped')
  const packed = lines.map(({ position, name, productId, quantity: ordered }) => {
    const own = boxes.filter(({ orderPosition }) => orderPosition === position)
    const of = (...states: BoxState[]) => own.filter(({ state }) => states.includes(state))
    const earlier = of('installed').length
    const going = isUnderWay ? of('shipped') : of('ordered', 'built', 'tested')
    const quantity = isUnderWay ? going.length : Math.max(0, ordered - earlier)
    const serials = going.map(({ serial }) => serial)
    return { name, productId, quantity, earlier, later: Math.max(0, ordered - earlier - quantity), serials }
  })
  const going = packed.filter(({ quantity }) => quantity > 0)
  if (going.length > 0) return going
  return packed.map((line) => ({ ...line, quantity: line.earlier, earlier: 0 }))
}
