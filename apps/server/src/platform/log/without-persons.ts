/** What is found by its form alone: user and password of an address, an address for mails, and an account at a bank. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@"]+@/g, '://<left out>@'],
  [/[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~:-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu, '<left out>'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, '<left out>'],
]

/** A line without what says who somebody is, as far as it is known by its form. */
export function withoutPersons(line: string): string {
  let cleaned = line
  for (const [form, words] of forms) cleaned = cleaned.replace(form, words)
  return cleaned
}
