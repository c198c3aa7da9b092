/**
 * Whether a name may stand in a mail that goes to an address nobody has proved: letters, a few signs, no address of a site in disguise.
 *
 * @example isGreetable('J. de Vries-Șerban') // true
 * isGreetable('Win at evil.example/now') // false
 */
export function isGreetable(name: string): boolean {
  return /^[\p{L}\p{M}' .,’-]{1,60}$/u.test(name) && !/\.\p{L}{2}/u.test(name) && !/www/i.test(name)
}
