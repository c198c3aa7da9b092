import type { Context } from '../../platform/context.ts'
import { downloadRoute } from '../../platform/http/signed-download.ts'
import type { Http } from '../../platform/module.ts'
import { createReleases } from './create-releases.ts'
import { archiveDownload, openArchive } from './download.service.ts'
import { releasesJob } from './releases.job.ts'
import { releaseRoutes } from './releases.routes.ts'

/** Signed releases of the controller: published, offered wave by wave, and downloaded. */
export async function openReleases(context: Context) {
  const { store, clock, secretKey, logger, randomUuid, randomBytes, mail, productName, config } = context
  const deps = {
    store,
    clock,
    secretKey,
    logger,
    randomUuid,
    randomBytes,
    mail,
    productName,
    releaseKey: config.RELEASE_PUBLIC_KEY ?? null,
    fourEyes: config.RELEASE_FOUR_EYES,
  }
  const releases = await createReleases(deps)
  return {
    port: releases,
    routes({ server, router }: Http) {
      releaseRoutes(router, releases)
      downloadRoute(server, deps, archiveDownload, openArchive(deps))
    },
    jobs: [releasesJob(releases)],
    close: () => releases.close(),
  }
}
