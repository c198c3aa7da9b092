import type { Cancel, Clock } from '../clock.ts'
import { getDialect } from '../dialects/registry.ts'
import {
  type EndpointRole,
  type Fault,
  type FaultKind,
  type FaultRequest,
  FaultSchema,
  isClosed,
  lineEffect,
} from '../faults/fault.ts'
import { createFrameEndpoint } from '../net/frame-endpoint.ts'
import type { HttpEngine } from '../net/http-endpoint.ts'
import { createLineEndpoint } from '../net/line-endpoint.ts'
import type { Listener } from '../net/listener.ts'
import type { Unit, UnitView } from './unit.ts'

/** Where one interface of a device listens. */
export type DeviceEndpoint = { role: EndpointRole; host: string; port: number; isOpen: boolean }

/** A simulated device on real sockets. */
export type Device = {
  readonly id: string
  readonly model: string
  readonly dialect: string
  readonly mac: string
  readonly serial: string
  readonly host: string
  /** Port of the main interface: the cgminer API where there is one, else the web page. */
  readonly port: number
  readonly endpoints: readonly DeviceEndpoint[]
  /** The unit behind it: settings can be changed as if by its own front panel. */
  readonly unit: Unit
  /** The truth, for comparing with what a reader made of it. */
  truth(): UnitView
  faults(): readonly Fault[]
  /** Resolves when the fault is in effect. Throws a `ZodError` when it is not a fault. */
  setFault(fault: FaultRequest | FaultKind): Promise<void>
  /** Ends the fault of that kind, or all. A reboot that is under way is cut short. */
  clearFault(kind?: FaultKind): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/** Puts a unit on the network. Nothing listens before `open`. */
export function createDevice(options: {
  unit: Unit
  clock: Clock
  http: HttpEngine
  host: string
  portOf: (standardPort: number) => number
  roles: ReadonlySet<EndpointRole>
}): Device {
  const { unit, clock, http, host } = options
  const specs = getDialect(unit.model)(unit, host).filter((spec) => options.roles.has(spec.role))
  const endpoints = specs.map((spec): { role: EndpointRole; listener: Listener } => {
    const common = {
      host,
      port: options.portOf(spec.standardPort),
      clock,
      effect: () => lineEffect(unit.faults(), spec.role),
    }
    return {
      role: spec.role,
      listener:
        spec.protocol === 'line'
          ? createLineEndpoint({ ...common, answer: spec.answer })
          : spec.protocol === 'frame'
            ? createFrameEndpoint({ ...common, answer: spec.answer })
            : http.createEndpoint({ ...common, small: spec.small, answer: spec.answer }),
    }
  })
  const [main] = endpoints
  if (!main) throw new Error(`${unit.identity.id} would have no interface`)
  let running = false
  let cancelReturn: Cancel | null = null
  let pending: Promise<void> = Promise.resolve()

  /** Opens and closes ports until they are as the faults want them; one change at a time. */
  function settle(): Promise<void> {
    pending = pending
      .catch(() => {})
      .then(async () => {
        for (const { role, listener } of endpoints) {
          if (running && !isClosed(unit.faults(), role)) await listener.open()
          else await listener.close()
        }
      })
    return pending
  }

  function endReboot(): Promise<void> {
    cancelReturn?.()
    cancelReturn = null
    unit.dropFault('reboot')
    unit.restart()
    return settle()
  }

  const device: Device = {
    id: unit.identity.id,
    model: unit.model.name,
    dialect: unit.model.traits.dialect,
    mac: unit.identity.mac,
    serial: unit.identity.serial,
    host,
    get port() {
      return main.listener.port
    },
    get endpoints() {
      return endpoints.map(({ role, listener }) => ({
        role,
        host: listener.host,
        port: listener.port,
        isOpen: listener.isOpen,
      }))
    },
    unit,
    truth: () => unit.view(),
    faults: () => unit.faults(),
    async setFault(request) {
      const fault = FaultSchema.parse(typeof request === 'string' ? { kind: request } : request)
      unit.putFault(fault)
      if (fault.kind === 'reboot') {
        cancelReturn?.()
        cancelReturn = clock.after(fault.downMs, () => {
          // A port that was taken meanwhile shows in `endpoints`; the device stays away.
          endReboot().catch(() => {})
        })
      }
      await settle()
    },
    async clearFault(kind) {
      if ((kind === undefined || kind === 'reboot') && cancelReturn) await endReboot()
      unit.dropFault(kind)
      await settle()
    },
    open() {
      running = true
      return settle()
    },
    close() {
      running = false
      cancelReturn?.()
      cancelReturn = null
      return settle()
    },
  }
  unit.onReboot((downMs) => {
    // A port that was taken meanwhile shows in `endpoints`; the device stays away.
    if (!running) return
    device.setFault({ kind: 'reboot', ...(downMs === undefined ? {} : { downMs }) }).catch(() => {})
  })
  return device
}
