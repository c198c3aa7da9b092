/** What ship and boxes together may use of a generator, percent: some is always kept free. */
const limitPercent = 90
/** What an example ship takes itself. */
export const exampleShipKw = 34
/** Usual sizes; above the last one in steps of a thousand. */
const sizesKw = [50, 64, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000]

/** The smallest usual generator that carries the example ship and boxes of `boxKw` with a reserve. */
export function exampleGeneratorKw(boxKw: number): number {
  const neededKw = ((exampleShipKw + boxKw) * 100) / limitPercent
  return sizesKw.find((size) => size >= neededKw) ?? Math.ceil(neededKw / 1000) * 1000
}
