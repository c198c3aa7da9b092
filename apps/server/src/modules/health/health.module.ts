import type { Context } from '../../platform/context.ts'
import { migrationState } from '../../platform/db/migrate.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { type HealthDeps, healthRoutes, shortHealthRoute } from './health.routes.ts'

/** Health of this server. */
export function openHealth(
  context: Context,
  ports: Pick<HealthDeps, 'jobs' | 'mail' | 'watchers'>,
): OpenedModule {
  const { store, config } = context
  return {
    routes({ server, router }) {
      healthRoutes(router, {
        ...context,
        ...ports,
        version: config.VERSION,
        migrations: () => migrationState(store),
      })
      shortHealthRoute(server)
    },
  }
}
