import type { Language } from '@shipminer/i18n/languages'

/** What a claim card says; `{{url}}` is the address of the site. */
export const claimCardTexts: Readonly<Record<Language, { title: string; how: string; care: string }>> = {
  nl: {
    title: 'Uw controller koppelen',
    how: 'Scan de code, of open {{url}}, log in en voer de sleutel in.',
    care: 'Wie deze sleutel heeft, kan de controller koppelen. Bewaar de kaart goed.',
  },
  en: {
    title: 'Claim your controller',
    how: 'Scan the code, or open {{url}}, sign in and enter the key.',
    care: 'Anyone who has this key can claim the controller. Keep the card safe.',
  },
  de: {
    title: 'Ihren Controller koppeln',
    how: 'Scannen Sie den Code, oder öffnen Sie {{url}}, melden Sie sich an und geben Sie den Schlüssel ein.',
    care: 'Wer diesen Schlüssel hat, kann den Controller koppeln. Bewahren Sie die Karte sicher auf.',
  },
  ro: {
    title: 'Adăugați controlerul',
    how: 'Scanați codul sau deschideți {{url}}, conectați-vă și introduceți cheia.',
    care: 'Oricine are această cheie poate adăuga controlerul în contul său. Păstrați cardul în siguranță.',
  },
}
