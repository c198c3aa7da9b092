import { commonStems } from './common-passwords.ts'

const passwordMinimum = 12
const passwordMaximum = 256

export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'personal'

const stems = [...new Set(commonStems)].sort((a, b) => b.length - a.length)
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]
const runsBothWays = [...runs, ...runs.map((run) => [...run].reverse().join(''))]
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * What is wrong with a new password, or null. Length counts characters (12 to 256). A password is common when nothing is left of it after
 * removing common words, keyboard runs, years, digits and signs, or when it repeats itself; it is personal when it is little more than the
 * e-mail address, the person's name or the brand.
 *
 * @example findPasswordProblem('Welkom123456!', []) // 'common'
 */
export function findPasswordProblem(password: string, personal: readonly string[]): PasswordProblem | null {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < passwordMinimum) return 'too-short'
  if (length > passwordMaximum) return 'too-long'
  const lower = text.toLowerCase()
  if (new Set(lower).size < 5 || isRepeated(lower)) return 'common'
  const own = personal.flatMap(wordsOf)
  const forms = [lower, plain(lower), plain(lower.replace(/[^\p{L}]+$/u, ''))]
  if (forms.some((form) => removeKnown(form, stems) === '')) return 'common'
  if (forms.some((form) => removeKnown(form, [...own, ...stems]) === '')) return 'personal'
  return null
}

/** What remains after words, runs of four or more, and everything that is not a letter are removed. */
function removeKnown(text: string, words: readonly string[]): string {
  let rest = withoutRuns(text)
  for (const word of words) rest = rest.replaceAll(word, ' ')
  const letters = rest.replaceAll(/[^\p{L}]/gu, '')
  return letters.length <= 2 ? '' : letters
}

function withoutRuns(text: string): string {
  let rest = ''
  for (let index = 0; index < text.length; ) {
    let length = 0
    for (const run of runsBothWays) {
      while (run.includes(text.slice(index, index + length + 1)) && index + length < text.length) length += 1
    }
    if (length >= 4) {
      rest += ' '
      index += length
    } else {
      rest += text[index]
      index += 1
    }
  }
  return rest
}

function isRepeated(text: string): boolean {
  return (
    /^(.{1,6}?)\1+.{0,5}$/u.test(text) && (/^(.{1,6}?)\1{2,}/u.exec(text)?.[0].length ?? 0) >= text.length - 5
  )
}

function plain(text: string): string {
  return [...text].map((character) => lookAlikes[character] ?? character).join('')
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [text.toLowerCase(), ...words].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}
