import { isPrivateAddress } from '@shipminer/domain/private-address'

/** The address typed in a form, or which part of it is wrong. Only private networks have miners of a ship. */
export function checkAddress(form: {
  ipAddress: string
  port: string
}): { ok: true; address: { ipAddress: string; port: number } } | { ok: false; problem: 'ip' | 'port' } {
  const ipAddress = form.ipAddress.trim()
  if (!isPrivateAddress(ipAddress)) return { ok: false, problem: 'ip' }
  const port = /^\d{1,5}$/.test(form.port.trim()) ? Number(form.port.trim()) : 0
  return port >= 1 && port <= 65_535
    ? { ok: true, address: { ipAddress, port } }
    : { ok: false, problem: 'port' }
}
