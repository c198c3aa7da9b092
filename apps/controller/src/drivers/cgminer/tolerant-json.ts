/**
 * Reads the almost-JSON that miners write. Never throws, never yields a number that is not finite.
 *
 * It accepts, besides JSON: a missing comma between values (`}{`), commas too many (`[,{`, `,}`, `,]`), a body that
 * begins with a comma, a doubled quote before a key (`""temp0"`), bare `inf` and `nan` (read as null), raw control
 * bytes in texts, key and value pairs inside a list (read as an object), and an end that is missing. Values that the
 * missing end may have cut are left out, and every object and list still open there is in `cut`.
 */
export type TolerantResult = {
  value: unknown
  /** Nothing had to be guessed and the end was there. */
  clean: boolean
  /** Objects and lists of which the tail is missing. Empty when the text was whole. */
  cut: ReadonlySet<object>
}

const DEEPEST = 32
// Control bytes between values are as good as space.
const isSpace = (character: string) => character <= ' ' || character === '\u00a0' || character === '\ufeff'
const BARE = /[A-Za-z0-9+\-._]/
const JSON_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
/** The next quote, escape or control byte: up to it a text is taken in one piece, since one built letter by letter takes 32 bytes for each. */
const MARK = /["\\]|[^ -\uffff]/g
/** A piece that does not keep the whole answer in memory for as long as it lives. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
/** Returned for a value that is not there or cannot be trusted. */
const NOTHING = Symbol('nothing')

export function readTolerantJson(text: string): TolerantResult {
  const reader = new Reader(text)
  const value = reader.document()
  return { value: value === NOTHING ? undefined : value, clean: reader.clean, cut: reader.cut }
}

class Reader {
  clean = true
  readonly cut = new Set<object>()
  private readonly text: string
  private position = 0

  constructor(text: string) {
    this.text = text
  }

  document(): unknown {
    this.skipSpace()
    const first = this.peek()
    if (first === ',' || first === '"') {
      // The opening brace got lost: `,"id":1}`.
      const start = this.position
      if (first === ',') this.position += 1
      const members = this.membersUntilEnd(0)
      if (Object.keys(members).length > 0) {
        this.clean = false
        return members
      }
      this.position = start
      return NOTHING
    }
    if (first !== '{' && first !== '[') return NOTHING
    const value = this.value(0)
    this.skipSpace()
    if (this.position < this.text.length) this.clean = false
    return value
  }

  private peek(): string {
    return this.text.charAt(this.position)
  }

  private atEnd(): boolean {
    return this.position >= this.text.length
  }

  private skipSpace(): void {
    while (this.position < this.text.length && isSpace(this.text.charAt(this.position))) this.position += 1
  }

  private value(depth: number): unknown {
    this.skipSpace()
    const first = this.peek()
    if (first === '{') {
      this.position += 1
      return depth >= DEEPEST ? this.giveUp() : this.membersUntilEnd(depth + 1)
    }
    if (first === '[') {
      this.position += 1
      return depth >= DEEPEST ? this.giveUp() : this.list(depth + 1)
    }
    if (first === '"') return this.string()
    return this.bareword()
  }

  private giveUp(): typeof NOTHING {
    this.clean = false
    this.position = this.text.length
    return NOTHING
  }

  /** Members up to and with the closing brace. */
  private membersUntilEnd(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    let separated = true
    for (;;) {
      this.skipSpace()
      if (this.atEnd()) {
        this.clean = false
        this.cut.add(members)
        return members
      }
      const next = this.peek()
      if (next === '}') {
        this.position += 1
        return members
      }
      if (next === ',') {
        if (separated) this.clean = false
        separated = true
        this.position += 1
        continue
      }
      if (next === ']') {
        // A list's end where this object should have ended: the brace is missing, leave the bracket to the list.
        this.clean = false
        return members
      }
      if (!separated) this.clean = false
      separated = false
      this.member(members, depth)
    }
  }

  private member(members: Record<string, unknown>, depth: number): void {
    const key = this.key()
    if (key === NOTHING) {
      this.clean = false
      return
    }
    this.skipSpace()
    if (this.peek() !== ':') {
      this.clean = false
      return
    }
    this.position += 1
    const value = this.value(depth)
    if (value === NOTHING) {
      this.clean = false
      return
    }
    // A key of this name would change the object's prototype instead of being stored.
    if (key !== '__proto__') members[key as string] = value
  }

  private key(): string | typeof NOTHING {
    if (this.peek() === '"') {
      if (this.text.charAt(this.position + 1) === '"' && this.text.charAt(this.position + 2) !== ':') {
        this.clean = false
        this.position += 1
      }
      return this.string()
    }
    if (BARE.test(this.peek())) {
      const start = this.position
      while (!this.atEnd() && BARE.test(this.peek())) this.position += 1
      this.clean = false
      return this.text.slice(start, this.position)
    }
    this.position += 1
    return NOTHING
  }

  private list(depth: number): unknown {
    const items: unknown[] = []
    let separated = true
    for (;;) {
      this.skipSpace()
      if (this.atEnd()) {
        this.clean = false
        this.cut.add(items)
        return items
      }
      const next = this.peek()
      if (next === ']') {
        this.position += 1
        return items
      }
      if (next === ',') {
        if (separated) this.clean = false
        separated = true
        this.position += 1
        continue
      }
      if (next === '}') {
        // The bracket is missing: leave the brace to the object around.
        this.clean = false
        return items
      }
      if (!separated) this.clean = false
      separated = false
      const start = this.position
      const value = this.value(depth)
      if (value === NOTHING) {
        this.clean = false
        if (this.position === start) this.position += 1
        continue
      }
      items.push(typeof value === 'string' ? this.pairInList(value, depth) : value)
    }
  }

  /** `["218":"2024-06-15"]`: a pair written into a list becomes an object of one member. */
  private pairInList(key: string, depth: number): unknown {
    this.skipSpace()
    if (this.peek() !== ':') return key
    this.clean = false
    this.position += 1
    const value = this.value(depth)
    const pair: Record<string, unknown> = {}
    if (value !== NOTHING && key !== '__proto__') pair[key] = value
    return pair
  }

  private string(): string | typeof NOTHING {
    this.position += 1
    const pieces: string[] = []
    for (;;) {
      const start = this.position
      MARK.lastIndex = start
      this.position = MARK.exec(this.text)?.index ?? this.text.length
      if (this.position > start) pieces.push(copyOf(this.text.slice(start, this.position)))
      if (this.atEnd()) {
        this.clean = false
        return NOTHING
      }
      const character = this.peek()
      this.position += 1
      if (character === '"') return pieces.length === 1 ? (pieces[0] as string) : pieces.join('')
      if (character === '\\') pieces.push(this.escape())
      else this.clean = false
    }
  }

  private escape(): string {
    const character = this.peek()
    this.position += 1
    switch (character) {
      case 'n':
        return '\n'
      case 't':
        return '\t'
      case 'r':
        return '\r'
      case 'b':
      case 'f':
        return ' '
      case 'u': {
        const digits = this.text.slice(this.position, this.position + 4)
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
          this.clean = false
          return ''
        }
        this.position += 4
        return String.fromCharCode(Number.parseInt(digits, 16))
      }
      case '"':
      case '\\':
      case '/':
        return character
      default:
        this.clean = false
        return character
    }
  }

  private bareword(): unknown {
    const start = this.position
    while (!this.atEnd() && BARE.test(this.peek())) this.position += 1
    // Cut at the very end: `12` may have been `1234`.
    if (this.atEnd()) {
      this.clean = false
      return NOTHING
    }
    const word = this.text.slice(start, this.position)
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    if (JSON_NUMBER.test(word)) {
      const number = Number(word)
      if (Number.isFinite(number)) return number
    }
    this.clean = false
    if (/^[+-]?(?:inf(?:inity)?|nan)$/i.test(word)) return null
    return JSON_NUMBER.test(word) ? null : NOTHING
  }
}
