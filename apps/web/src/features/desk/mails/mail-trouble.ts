type MailTrouble = 'recipient' | 'sender' | 'content' | 'later' | 'attachment'

/** The first that fits holds: what our own code says of an attachment, then what SMTP answers are about, by their enhanced code (RFC 3463) where they have one. */
const signs: readonly [RegExp, MailTrouble][] = [
  [/ could not be made$/, 'attachment'],
  [/^mail command failed/i, 'sender'],
  [/\b4[25]\d\b(?! seconds)|\b4\.\d\.\d{1,3}\b/, 'later'],
  [/\b5\.[67]\.\d{1,3}\b|\b55[24]\b|^(message|data command) failed/i, 'content'],
  [/\b5\.[12]\.\d{1,3}\b|\b55[013]\b|recipients? (were|was) rejected|no recipients/i, 'recipient'],
]

/** Why a mail server did not take a mail, as far as what it said tells; null: nothing that is about mail alone. */
export function mailTrouble(said: string): MailTrouble | null {
  return signs.find(([sign]) => sign.test(said))?.[1] ?? null
}
