import { useEffect } from 'react'
import { fetchMe } from '../api/fetch-me.ts'
import { useSession } from '../session/session-store.ts'

type Sender = { name?: string; email?: string; phone?: string }

/** Who is signed in, as far as a form can use it: name and e-mail at once, the phone number when the server has answered. */
export function useKnownSender(fill: (sender: Sender) => void): void {
  const session = useSession()
  const user = session.kind === 'signed-in' && !session.needsSetup ? session.user : null
  const name = user?.name ?? null
  const email = user?.email ?? null
  const isKnown = user !== null

  useEffect(() => {
    if (!isKnown) return
    fill({ ...(name && { name }), ...(email && { email }) })
    const ending = new AbortController()
    fetchMe(ending.signal).then(
      (profile) => {
        if (profile.phone) fill({ phone: profile.phone })
      },
      // Without the number the form asks for it.
      () => undefined,
    )
    return () => ending.abort()
  }, [isKnown, name, email, fill])
}
