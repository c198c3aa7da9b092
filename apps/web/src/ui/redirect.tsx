import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Goes on to another address, in place of this one. With `Navigate` of react-router its data router would be in what every page fetches. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
