import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { prefixedStore } from './prefixed-store.ts'
import type { RemoteClient } from './walletconnect-provider.ts'

/** What the client keeps in local storage between pages: keys of its sessions, none of them ours. */
export const clientStoragePrefix = 'shipminer.walletconnect.'

/**
 * The client of WalletConnect, talking to the relay and to nothing else: its usage reports, its images and its frame for verifying
 * sites are switched off; the policy of the pages would refuse them as well. Throws when it cannot be started.
 */
export async function openRemoteClient(options: {
  projectId: string
  productName: string
  origin: string
  store: Storage
}): Promise<RemoteClient> {
  const { projectId, productName, origin, store } = options
  const core = new Core({
    projectId,
    storage: prefixedStore(store, clientStoragePrefix),
    telemetryEnabled: false,
    logger: 'silent',
  })
  core.eventClient.init = async () => undefined
  core.verify.register = async () => ''
  core.verify.resolve = async () => ({ origin: '' })
  const icons = [`${origin}/icon-192.png`]
  const metadata = { name: productName, description: productName, url: origin, icons }
  // The two packages describe the same class in types that do not quite meet.
  const client = await SignClient.init({ core, metadata } as Parameters<typeof SignClient.init>[0])
  return {
    connect: (wanted) => client.connect(wanted),
    request: (call) => client.request(call),
    disconnect: (call) => client.disconnect(call),
    listSessions: () => client.session.getAll(),
    on: (event, listener) => void client.on(event as Parameters<typeof client.on>[0], listener),
  }
}
