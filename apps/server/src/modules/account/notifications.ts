import type { Notifications } from '@shipminer/contract/account/account'

const defaults: Notifications = { emailAlerts: true, emailStatements: true }

/** The mails a user gets: everything that was not switched off. Settings that no longer exist are ignored. */
export function readNotifications(stored: Record<string, unknown>): Notifications {
  const read = (kind: keyof Notifications) => {
    const value = stored[kind]
    return typeof value === 'boolean' ? value : defaults[kind]
  }
  return { emailAlerts: read('emailAlerts'), emailStatements: read('emailStatements') }
}
