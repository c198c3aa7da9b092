/**
 * Words that the texts of a language do not use, each with the one that says it (docs/glossary.md, "Terms in four languages"). To forbid
 * another: one entry here, with an example in the test.
 */
import type { LOCALES } from './locales.ts'
import type { SourceFile } from './source-files.ts'

type ForbiddenWord = {
  readonly language: (typeof LOCALES)[number]
  readonly word: RegExp
  readonly say: string
  /** Right in another language: not looked for where one file holds all of them. */
  readonly isRightElsewhere?: true
  /** A text that breaks the rule. */
  readonly example: string
}

export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  { language: 'ro', word: /\bminer(i|ii|ilor)\b/iu, say: 'minere, minerele', example: 'toți minerii merg' },
  { language: 'ro', word: /\bbox(a|e|ele|ei)\b/iu, say: 'cutie', example: 'Boxa este la bord' },
  {
    language: 'ro',
    word: /(?<!\{)\bbox(-?u\p{L}+)?\b/iu,
    say: 'cutie',
    isRightElsewhere: true,
    example: 'Box-urile consumă',
  },
  {
    language: 'ro',
    word: /\bcontroller(ul|ului|e|ele|elor)\b/iu,
    say: 'controler',
    example: 'controllerul de la bord',
  },
  { language: 'ro', word: /însetat/iu, say: 'cel mai mare consum', example: 'cea mai însetată' },
  { language: 'ro', word: /[şţŞŢ]/u, say: 'ș, ț (with a comma)', example: 'puterea minimă a staţiei' },
  {
    language: 'ro',
    word: /\brat[ăa] de hash\b|\bputer\p{L}+ de calcul\b/iu,
    say: 'hashrate',
    example: 'Rata de hash',
  },
  {
    language: 'ro',
    word: /(?<!\p{L})măsurare(?!\p{L})|(?<!\p{L})măsurări(le|lor)?(?!\p{L})/iu,
    say: 'măsurătoare',
    example: 'Fără măsurare',
  },
  {
    language: 'ro',
    word: /(?<!\p{L})stă pe loc(?!\p{L})/iu,
    say: 'nu lucrează, stă oprită',
    example: 'minerul stă pe loc',
  },
  { language: 'ro', word: /\brevendic/iu, say: 'adăugat în cont', example: 'controlere revendicate' },
  {
    language: 'ro',
    word: /(?<!\p{L})în ordine(?!\p{L})/iu,
    say: 'în regulă',
    example: 'Totul este în ordine',
  },
  {
    language: 'ro',
    word: /\b(nu|vor|va) (conta|contează)(?!\p{L})/iu,
    say: 'se ia în calcul',
    example: 'nu contează',
  },
  { language: 'ro', word: /\bca (PDF|CSV|JSON|XML)\b/u, say: 'în PDF', example: 'Descărcați ca PDF' },
  {
    language: 'ro',
    word: /["'](Salvează|Adaugă|Șterge|Elimină|Alege|Trimite|Setează|Creează|Introdu|Deschide|Închide)(?!\p{L})/u,
    say: 'the polite form (-ți)',
    example: 'Salvează',
  },
  { language: 'ro', word: /\btanc\b/iu, say: 'navă-cisternă', example: 'Tanc' },
  {
    language: 'ro',
    word: /\binstalarea (comenzii|este)|la instalare\b/iu,
    say: 'montaj',
    example: 'cu cardul la instalare',
  },
  { language: 'ro', word: /\bpe stoc\b/iu, say: 'în stoc', example: '3 bucăți pe stoc' },
  {
    language: 'de',
    word: /Steuer(gerät|einheit)|\bRegler/u,
    say: 'Controller',
    example: 'Die Steuereinheit sucht',
  },
  {
    language: 'de',
    word: /\bregel\w*\b.*\bherunter\b|herunter\w*regel/iu,
    say: 'nimmt zurück',
    example: 'er regelt die Box herunter',
  },
  { language: 'de', word: /\baktuell/iu, say: 'heute, gerade, frisch', example: '3 von 4 aktuell' },
  {
    language: 'de',
    word: /Steuerung (an Bord|hält|ausfällt|liest)/u,
    say: 'Controller',
    example: 'Die Steuerung hält einen Schalter',
  },
  { language: 'de', word: /\bdurstig/iu, say: 'wenig sparsam', example: 'am durstigsten' },
  {
    language: 'de',
    word: /\b(ge)?min(en|t|te|ten)\b/iu,
    say: 'schürfen, geschürft',
    isRightElsewhere: true,
    example: 'was die Box mint',
  },
  {
    language: 'de',
    word: /\bmitlesen\b|\bmitliest\b/u,
    say: 'verfolgt die Last',
    example: 'der den Generator mitliest',
  },
  {
    language: 'de',
    word: /\b([Dd]as|kein) Mining(?![\p{L}-])|\bMining (starten|stoppen|neu)/u,
    say: 'das Schürfen',
    example: 'Das Mining pausiert kurz',
  },
  {
    language: 'de',
    word: /\bCrew\b/u,
    say: 'Besatzung',
    isRightElsewhere: true,
    example: 'Der Crew beitreten',
  },
  { language: 'de', word: /\bErsatzpool/u, say: 'Reservepool', example: 'Ersatzpool in Gebrauch' },
  { language: 'de', word: /Bitcoin-?preis/iu, say: 'Bitcoin-Kurs', example: 'zum heutigen Bitcoinpreis' },
  {
    language: 'de',
    word: /\bPlatz (ist|hat|frei|gemacht)|\bist Platz\b/u,
    say: 'Leistung frei',
    example: 'sobald wieder Platz ist',
  },
  {
    language: 'de',
    word: /\bdem Generator (\p{L}+ ){0,2}(ge)?folg|\bfolg\p{L}* (weiter )?(dem|ihrem|seinem) Generator/iu,
    say: 'richtet sich nach dem Generator',
    example: 'Dem Generator wird nicht gefolgt',
  },
  { language: 'de', word: /beanspruch/iu, say: 'koppeln', example: 'Der Controller wurde beansprucht' },
  { language: 'de', word: /Zahlungsreferenz/u, say: 'Verwendungszweck', example: 'mit der Zahlungsreferenz' },
  { language: 'de', word: /\bDifficulty\b/u, say: 'Schwierigkeit', example: 'Difficulty des Netzwerks' },
  { language: 'de', word: /\bMaßarbeit/u, say: 'Maßlösung', example: 'Maßarbeit dauert 2 Tage' },
  { language: 'de', word: /Trockenfracht/u, say: 'Trockengüterschiff', example: 'Trockenfracht' },
  {
    language: 'de',
    word: /macht (es |sie )?sich (nie|nicht) bezahlt/u,
    say: 'amortisiert sich nicht',
    example: 'macht sich nie bezahlt',
  },
  { language: 'nl', word: /\bregelaar/iu, say: 'controller', example: 'De regelaar leest mee' },
  { language: 'nl', word: /regelkast/iu, say: 'controller', example: 'Geen verbinding met de regelkast' },
  { language: 'nl', word: /\blezing/iu, say: 'meting, stand', example: 'de laatste lezing' },
  { language: 'nl', word: /\brekenhulp/iu, say: 'calculator', example: 'De rekenhulp begint voorzichtig' },
  { language: 'nl', word: /\bgedolven|\bdelven/iu, say: 'gemined, minen', example: 'wat er gedolven wordt' },
  { language: 'nl', word: /\bwerker(s)?\b|\bwerknaam/iu, say: 'worker', example: 'de werker bij de pool' },
  { language: 'nl', word: /rekenkracht/iu, say: 'hashrate', example: 'uit rekenkracht en tijd' },
  {
    language: 'nl',
    word: /(?<!\{)\bdifficulty\b/iu,
    say: 'moeilijkheid',
    isRightElsewhere: true,
    example: 'difficulty 126 T',
  },
  {
    language: 'nl',
    word: /\bminimumlast|\bvolle last\b/iu,
    say: 'minimale belasting, volle belasting',
    isRightElsewhere: true,
    example: 'telt als volle last',
  },
  {
    language: 'nl',
    word: /\bdrie vierde\b|\been vierde\b/iu,
    say: 'driekwart, een kwart',
    example: 'drie vierde',
  },
  {
    language: 'nl',
    word: /\bgemonteerd|\bopnieuw aanmelden/iu,
    say: 'ingebouwd; inloggen',
    example: 'is gemonteerd',
  },
  {
    language: 'nl',
    word: /\bcontactor\b/iu,
    say: 'magneetschakelaar',
    isRightElsewhere: true,
    example: 'De contactor',
  },
  { language: 'nl', word: /[“”„]/u, say: '‘…’', isRightElsewhere: true, example: 'de groep “voor”' },
  { language: 'nl', word: /\bschakelkast/iu, say: 'schakelbord', example: 'vlak bij de schakelkast' },
  {
    language: 'nl',
    word: /betaalt (het )?zich( zo)? niet terug/iu,
    say: 'verdient zich niet terug',
    example: 'De box betaalt zich zo niet terug',
  },
  { language: 'nl', word: /\bdorstig/iu, say: 'minst zuinig', example: 'het dorstigst' },
  { language: 'en', word: /\bleast load\b/iu, say: 'minimum load', example: 'Least load of the set' },
]

/** Forbidden words in `locales/<language>/*.json`, and in the texts of the on-board page, which hold all languages in one file. */
export function findForbiddenWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const language = /locales\/([a-z]{2})\//.exec(path)?.[1]
    return text.split('\n').flatMap((line, index) => {
      // A key is not a text.
      const said = language === undefined ? line : line.replace(/^\s*"[^"]*":/, '')
      return FORBIDDEN_WORDS.filter(
        (word) =>
          (language === undefined ? !word.isRightElsewhere : word.language === language) &&
          word.word.test(said),
      ).map(({ language: of, say }) => `${path}:${index + 1}: not a word of ours in ${of}; say: ${say}`)
    })
  })
}
