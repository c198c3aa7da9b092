import { deskInstallationEndpoints } from '@shipminer/contract/desk/installation'
import { readVatNumber } from '@shipminer/domain/orders/vat/vat-number'
import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { createVatChecker } from '../orders/orders.port.ts'
import type { InstallationDeps } from './installation.deps.ts'
import { readInstallation, tryInstallation } from './installation.service.ts'

/** What a new installation needs, and whether what it depends on answers. */
export function openInstallation(
  context: Context,
  ports: Pick<InstallationDeps, 'watcherReports' | 'mail' | 'tryPush'>,
): OpenedModule {
  const deps: InstallationDeps = { ...context, ...ports, askVies: () => askVies(context) }
  return {
    routes({ router }) {
      router.route(deskInstallationEndpoints.deskInstallation, async () => readInstallation(deps))
      router.route(deskInstallationEndpoints.deskInstallationCheck, async ({ operator, body }) =>
        tryInstallation(deps, operator, body.check),
      )
    },
  }
}

/** A checker of its own, so that a failure keeps no buyer's number from being asked for. */
async function askVies({ config, fetch, clock, logger }: Context) {
  const { vatId } = config.company
  const reading = readVatNumber(vatId.value, vatId.value.slice(0, 2))
  if (config.VIES_URL === 'off' || vatId.example || !reading.ok) return null
  const checker = createVatChecker({ url: config.VIES_URL, requester: null, fetch, clock, logger })
  return checker.check(reading.vatNumber)
}
