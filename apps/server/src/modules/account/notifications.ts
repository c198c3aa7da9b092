import type { Notifications } from '@shipminer/contract/account'

const defaults: Notifications = { emailAlerts: true, emailStatements: true }

/** What a user is mailed: everything that was not switched off. Settings that no longer exist are passed over. */
export function readNotifications(stored: Record<string, unknown>): Notifications {
  const read = (kind: keyof Notifications) => {
    const value = stored[kind]
    return typeof value === 'boolean' ? value : defaults[kind]
  }
  return { emailAlerts: read('emailAlerts'), emailStatements: read('emailStatements') }
}
