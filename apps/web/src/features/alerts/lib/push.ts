/** The result of requesting push messages in this browser. */
export type PushOutcome =
  | { kind: 'subscribed'; subscription: { endpoint: string; keys: { p256dh: string; auth: string } } }
  | { kind: 'denied' | 'unsupported' }

/** The bytes of a key in base64url, as the push manager wants it. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atob(base64)
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** Asks the person, then the browser. Must be called from a press: browsers refuse the prompt otherwise. */
export async function askForPush(publicKey: string): Promise<PushOutcome> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return { kind: 'unsupported' }
  if ((await Notification.requestPermission()) !== 'granted') return { kind: 'denied' }
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return { kind: 'unsupported' }
  const known = await registration.pushManager.getSubscription()
  const subscription =
    known ??
    (await registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
      .catch(() => null))
  if (!subscription) return { kind: 'unsupported' }
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return { kind: 'unsupported' }
  return { kind: 'subscribed', subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } }
}
