import type { PoolSetting } from '../device/pools.ts'
import type { Unit } from '../device/unit.ts'
import type { Reply, ReplyRow } from './reply.ts'
import type { WordReply } from './responder.ts'

const ok = (code: number, message: string): Reply => ({ status: 'S', code, message })
const error = (code: number, message: string): Reply => ({ status: 'E', code, message })
const badPool = (id: string | null, count: number) =>
  error(26, `Invalid pool id ${id ?? ''} - range is 0 - ${count - 1}`)

/** Programs number pools as they were added and keep their order beside it; the unit keeps them in order. */
type Numbered = { numbers: readonly number[] }

function numbersOf(unit: Unit): readonly number[] {
  const { custom, pools } = unit.view().settings
  const numbers = custom.poolNumbers as Numbered['numbers'] | undefined
  return numbers?.length === pools.length ? numbers : pools.map((_, index) => index)
}

function change(unit: Unit, pools: readonly PoolSetting[], numbers: readonly number[]): void {
  unit.change({ pools, custom: { ...unit.view().settings.custom, poolNumbers: numbers } })
}

/** The number that a program gives the pool at a place of the order. */
export function poolNumber(
  unit: { settings: { custom: Readonly<Record<string, unknown>> } },
  place: number,
): number {
  const numbers = unit.settings.custom.poolNumbers as Numbered['numbers'] | undefined
  return numbers?.[place] ?? place
}

/** Rows of POOLS in the order of their numbers, as programs list them. */
export function sortByNumber(rows: readonly ReplyRow[]): ReplyRow[] {
  return [...rows].sort((one, other) => Number(one.POOL) - Number(other.POOL))
}

type PoolWrite = (unit: Unit, parameter: string | null) => Reply | WordReply

/** The writes of the published program that act on pools, and its restart. */
export const poolWrites = {
  privileged: () => ok(46, 'Privileged access OK'),
  save: () => ok(44, "Configuration saved to file 'cgminer.conf'"),
  addpool(unit: Unit, parameter: string | null): Reply {
    const parts = splitParts(parameter ?? '')
    const match = /^(?:stratum\+tcp:\/\/)?([^:/]+):(\d+)/.exec(parts[0] ?? '')
    if (parts.length !== 3 || match === null) return error(53, `Invalid addpool details '${parameter}'`)
    const numbers = numbersOf(unit)
    const pool = {
      host: match[1] ?? '',
      port: Number(match[2]),
      user: parts[1] ?? '',
      password: parts[2] ?? '',
    }
    change(unit, [...unit.view().settings.pools, pool], [...numbers, numbers.length])
    return ok(55, `Added pool ${numbers.length}: '${parts[0]}'`)
  },
  poolpriority(unit: Unit, parameter: string | null): Reply {
    const numbers = numbersOf(unit)
    const { pools } = unit.view().settings
    const asked = (parameter ?? '').split(',').map(Number)
    if (asked.some((number) => !numbers.includes(number))) return badPool(parameter, numbers.length)
    const order = [...asked, ...numbers.filter((number) => !asked.includes(number))]
    change(
      unit,
      order.flatMap((number) => pools[numbers.indexOf(number)] ?? []),
      order,
    )
    return ok(73, 'Changed pool priorities')
  },
  switchpool(unit: Unit, parameter: string | null): Reply {
    const numbers = numbersOf(unit)
    const number = Number(parameter)
    if (parameter === null || !numbers.includes(number)) return badPool(parameter, numbers.length)
    const order = [number, ...numbers.filter((one) => one !== number)]
    poolWrites.poolpriority(unit, order.join(','))
    return ok(27, `Switching to pool ${number}`)
  },
  removepool(unit: Unit, parameter: string | null): Reply {
    const numbers = numbersOf(unit)
    const number = Number(parameter)
    const place = numbers.indexOf(number)
    if (parameter === null || place < 0) return badPool(parameter, numbers.length)
    if (numbers.length === 1) return error(66, 'Cannot remove last pool')
    if (unit.view().state.activePool === place) return error(67, 'Cannot remove active pool')
    const left = numbers.filter((one) => one !== number)
    // Those behind it move up.
    change(
      unit,
      unit.view().settings.pools.filter((_, index) => index !== place),
      left.map((one) => (one > number ? one - 1 : one)),
    )
    return ok(68, `Removed pool ${number}`)
  },
  restart(unit: Unit): WordReply {
    unit.restart()
    return { word: 'RESTART' }
  },
} satisfies Record<string, PoolWrite>

function splitParts(text: string): string[] {
  const parts: string[] = ['']
  for (let index = 0; index < text.length; index += 1) {
    const mark = text.charAt(index)
    if (mark === ',') parts.push('')
    else parts[parts.length - 1] += mark === '\\' ? text.charAt(++index) : mark
  }
  return parts
}
