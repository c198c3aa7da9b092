import type { Context } from '../../platform/context.ts'
import { migrationState } from '../../platform/db/migrate.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { type HealthDeps, healthRoutes } from './health.routes.ts'

/** Health of this server. */
export function openHealth(
  context: Context,
  ports: Pick<HealthDeps, 'jobs' | 'mail' | 'watchers'>,
): OpenedModule {
  const { store, config } = context
  return {
    routes(http) {
      healthRoutes(http, {
        ...context,
        ...ports,
        version: config.VERSION,
        migrations: () => migrationState(store),
      })
    },
  }
}
