const form =
  /^(?:stratum(2?)(?:\+(?:tcp|ssl|tls))?:\/\/)?(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:\/([a-z0-9]{0,120}))?(?:#[a-z0-9]{1,20})?$/i

/**
 * Whether a device may be given this as the address of a pool: stratum, or a bare host. Not what devices would fetch, run or read from
 * themselves, such as `http://` or `file://`. Only Stratum 2 has a path, which is the pool's key;
 * a word behind `#`, such as `#xnsub`, is for the firmware.
 *
 * @example isPoolAddress('stratum+tcp://pool.example:3333') // true
 * isPoolAddress('http://192.168.1.1/reboot') // false
 */
export function isPoolAddress(text: string): boolean {
  const [, version, port, key = ''] = form.exec(text) ?? ['', null]
  if (version === null) return false
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false
  return key === '' || version === '2'
}
