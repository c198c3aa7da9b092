import type { FastifyInstance } from 'fastify'
import type { Router } from './http/routing.ts'
import type { Job } from './jobs/job-runner.ts'
import type { MailAttachment } from './mail/smtp-mailer.ts'

/** Where a module binds its routes: endpoints of the contract to the router, everything else to the server. */
export type Http = { server: FastifyInstance; router: Router }

/** Generates what a mail names as attached; null for names of other modules. */
export type AttachmentSource = (name: string) => Promise<MailAttachment[] | null>

/** What `open<Module>(context, ports)` returns: only what the module has. */
export type OpenedModule = {
  /** What other modules may use. */
  port?: unknown
  routes?: (http: Http) => void | Promise<void>
  jobs?: readonly Job[]
  attachments?: AttachmentSource
  /** Closes what listens or waits, before the server stops. */
  close?: () => Promise<void>
}

export type Open = <M extends OpenedModule>(module: M) => M['port']

/** Collects every module that is opened, so that they need not be listed a second time. */
export function collectModules(): { modules: OpenedModule[]; open: Open } {
  const modules: OpenedModule[] = []
  return {
    modules,
    open(module) {
      modules.push(module)
      return module.port
    },
  }
}
