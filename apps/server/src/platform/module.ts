import type { FastifyInstance } from 'fastify'
import type { Router } from './http/routing.ts'
import type { Job } from './jobs/job-runner.ts'
import type { MailAttachment } from './mail/smtp-mailer.ts'

/** Where a module binds what it answers: its endpoints to the router, what is no endpoint of the contract to the server. */
export type Http = { server: FastifyInstance; router: Router }

/** Makes what a mail names as its attachment; null for names that are not its own. */
export type AttachmentSource = (name: string) => Promise<MailAttachment | null>

/** What `open<Module>(context, ports)` gives back: only what the module has. */
export type OpenedModule = {
  /** What other modules get of it. */
  port?: unknown
  routes?: (http: Http) => void | Promise<void>
  jobs?: readonly Job[]
  attachments?: AttachmentSource
  /** Ends what listens or waits, before the server stops. */
  close?: () => Promise<void>
}

export type Open = <M extends OpenedModule>(module: M) => M['port']

/** Keeps every module that is opened, so that nobody lists them a second time. */
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
