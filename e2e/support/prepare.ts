import { prepareEmbeddedTemplate } from '../../apps/server/test/embedded-template.ts'
import { ensureServerBuilt } from '../../scripts/lib/server-build.ts'

/** Before the first journey: what every server starts from is made once, not by two workers at the same time. */
export default async function prepare(): Promise<void> {
  await prepareEmbeddedTemplate()
  await ensureServerBuilt()
}
