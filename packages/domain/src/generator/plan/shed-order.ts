import { type FollowedDevice, isCurtailable } from '../devices/followed-device.ts'

/** The order in which miners give way: those the ship named, then the one that earns least per kWh; unknown earns least. */
export function shedOrder<One extends { device: FollowedDevice }>(
  devices: readonly One[],
  shedFirst: readonly string[],
): One[] {
  const place = ({ device }: One) => {
    const named = shedFirst.indexOf(device.id)
    return named < 0 ? shedFirst.length : named
  }
  const revenue = ({ device }: One) => device.revenuePerKwh ?? Number.NEGATIVE_INFINITY
  return devices
    .filter(({ device }) => isCurtailable(device))
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        compare(revenue(a), revenue(b)) ||
        (a.device.id < b.device.id ? -1 : a.device.id > b.device.id ? 1 : 0),
    )
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
