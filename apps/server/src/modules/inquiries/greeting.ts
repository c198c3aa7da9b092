/**
 * Whether a name may stand in a mail to an unproven address: letters, a few signs, no disguised web address.
 *
 * @example isGreetable('J. de Vries-Șerban') // true isGreetable('Win at evil.example/now') // false
 */
export function isGreetable(name: string): boolean {
  return /^[\p{L}\p{M}' .,’-]{1,60}$/u.test(name) && !/\.\p{L}{2}/u.test(name) && !/www/i.test(name)
}
