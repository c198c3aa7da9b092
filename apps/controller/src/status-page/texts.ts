import type { MinerStateWord } from '@shipminer/domain/fleet/miner-state'
import type { SpoolConflict } from '@shipminer/domain/fleet/spool-identity'

/** Languages of the status page; Dutch is the crew's default. */
export const LANGUAGES = ['nl', 'en', 'de', 'ro'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a miner does as its last answer tells it; how old that is stands beside it. */
export type StateOnBoard = Exclude<MinerStateWord, `${'stale' | 'offline' | 'unreported'}.${string}`>

type Texts = {
  title: string
  refreshes: string
  uplink: string
  uplinkStates: Record<'disconnected' | 'connecting' | 'challenged' | 'live' | 'refused' | 'waiting', string>
  refusals: Record<
    'unknown-controller' | 'bad-proof' | 'revoked' | 'bad-message' | 'replaced' | 'overloaded',
    string
  >
  enrolment: string
  enrolmentStates: Record<'enrolled' | 'pending' | 'refused' | 'no-token', string>
  since: string
  lastAck: string
  clockOffset: string
  /** By which a person recognises the key of this box before entering a password in the dashboard. */
  mark: string
  spool: string
  spoolSize: string
  unsentBatches: string
  oldestUnsent: string
  dropped: string
  diskFull: string
  held: string
  damaged: string
  damagedBetween: (count: string, from: string, to: string) => string
  doubt: string
  doubts: Record<SpoolConflict, string>
  nothingWaiting: string
  devices: string
  freshOf: (fresh: number, total: number) => string
  noDevices: string
  device: string
  address: string
  lastAnswer: string
  hashrate: string
  power: string
  temperature: string
  total: string
  stale: string
  estimated: string
  unreachable: Record<'timeout' | 'refused' | 'no-route' | 'closed' | 'garbled' | 'unidentified', string>
  states: Record<StateOnBoard, string>
  state: string
  unknown: string
  lastScan: string
  ago: (age: string) => string
  madeAt: string
  strangers: string
  strangersHint: string
  strangersFile: string
  mute: string
  maybe: (guess: string) => string
}

export const texts: Record<Language, Texts> = {
  nl: {
    title: 'Controller aan boord',
    refreshes: 'Deze pagina ververst zichzelf.',
    uplink: 'Verbinding met de wal',
    uplinkStates: {
      disconnected: 'uit',
      connecting: 'verbinden',
      challenged: 'aanmelden',
      live: 'verbonden',
      refused: 'geweigerd',
      waiting: 'geen verbinding, nieuwe poging volgt',
    },
    refusals: {
      'unknown-controller': 'de server kent deze controller niet',
      'bad-proof': 'de sleutel past niet bij deze controller',
      revoked: 'deze controller is ingetrokken',
      'bad-message': 'de server begrijpt deze versie niet',
      replaced: 'een andere controller gebruikt dezelfde sleutel',
      overloaded: 'de server heeft het te druk',
    },
    enrolment: 'Aanmelding',
    enrolmentStates: {
      enrolled: 'gedaan',
      pending: 'bezig',
      refused: 'geweigerd',
      'no-token': 'geen aanmeldcode ingesteld',
    },
    since: 'Sinds',
    lastAck: 'Laatste bevestiging',
    clockOffset: 'Klok van de wal loopt voor met',
    mark: 'Kenmerk, zoals bij het invullen van logins',
    spool: 'Opslag aan boord',
    spoolSize: 'Grootte',
    unsentBatches: 'Pakketten nog te versturen',
    oldestUnsent: 'Oudste daarvan',
    dropped: 'Metingen verloren door ruimtegebrek',
    diskFull: 'De schijf neemt niets meer aan',
    held: 'Metingen in het werkgeheugen, op weg naar de wal',
    damaged: 'Beschadigd op de schijf',
    damagedBetween: (count, from, to) => `${count} pakketten met metingen, tussen ${from} en ${to}`,
    doubt: 'Oordeel van de wal',
    doubts: {
      restored: 'Dit geheugen is teruggezet naar een oudere toestand, of de kaart gaat stuk',
      cloned: 'Een tweede box gebruikt dezelfde sleutel: een kopie van deze kaart is in gebruik',
    },
    nothingWaiting: 'niets',
    devices: 'Miners',
    freshOf: (fresh, total) => `${fresh} van ${total} vers`,
    noDevices: 'Nog geen miners gevonden.',
    device: 'Miner',
    address: 'Adres',
    lastAnswer: 'Laatste antwoord',
    hashrate: 'Hashrate',
    power: 'Vermogen',
    temperature: 'Temperatuur',
    total: 'Totaal van verse waarden',
    stale: 'verouderd',
    estimated: 'geschat',
    unreachable: {
      timeout: 'antwoordt niet',
      refused: 'weigert de verbinding',
      'no-route': 'adres niet bereikbaar',
      closed: 'breekt af',
      garbled: 'onleesbaar antwoord',
      unidentified: 'niet herkend',
    },
    states: {
      'mining.normal': 'Mint',
      'mining.lowered': 'Mint op lager vermogen voor het schip',
      'mining.cooling': 'Mint op lager vermogen om af te koelen',
      'mining.stopping': 'Stopt in opdracht van de eigenaar',
      'mining.against-stop': 'Draait tegen de stop van de eigenaar in',
      'below-expected.lost-board': 'Een hashboard is uitgevallen',
      'below-expected.slow': 'Trager dan hij hoort te zijn',
      'starting.by-itself': 'Start op',
      'starting.ordered': 'Start op, in opdracht',
      'starting.ramping': 'Komt op snelheid',
      'asleep.owner': 'Uit: door de eigenaar gestopt',
      'asleep.crew': 'Uit: hier aan boord gestopt',
      'asleep.ship': 'Uit: het schip heeft de stroom nodig',
      'asleep.quiet-hours': 'Uit: stille uren',
      'asleep.load-unknown': 'Uit: geen meting van de generator',
      'asleep.shore-power': 'Uit: niet op de generator',
      'asleep.not-worth': 'Rust: de brandstof niet waard',
      'asleep.no-cooling': 'Uit: geen koelwater',
      'asleep.heat': 'Slaapt om af te koelen',
      'idle.no-pool': 'Staat stil: geen pool antwoordt',
      'idle.no-work': 'Staat stil: krijgt geen werk',
      'idle.unordered-sleep': 'Slaapt zonder opdracht',
      'idle.no-reason': 'Staat stil: oorzaak onbekend',
      'error.overheat': 'Gestopt: te heet',
      'error.boards': 'Geen hashboard werkt',
      'error.hardware': 'Hardwarefout',
      'error.device': 'Storing',
      'unknown.not-told': 'Toestand onbekend: het apparaat meldt die niet',
    },
    state: 'Toestand',
    unknown: 'onbekend',
    lastScan: 'Laatst gezocht',
    ago: (age) => `${age} geleden`,
    madeAt: 'Gemaakt om',
    strangers: 'Hier antwoordt iets',
    strangersHint:
      'Deze apparaten antwoorden waar miners dat doen, maar de controller kent ze niet. Wat ze zeiden staat erbij.',
    strangersFile: 'Als bestand bewaren, om te melden',
    mute: 'neemt verbindingen aan, zegt niets',
    maybe: (guess) => `misschien ${guess}`,
  },
  en: {
    title: 'Controller on board',
    refreshes: 'This page refreshes itself.',
    uplink: 'Connection to shore',
    uplinkStates: {
      disconnected: 'off',
      connecting: 'connecting',
      challenged: 'signing in',
      live: 'connected',
      refused: 'refused',
      waiting: 'no connection, trying again soon',
    },
    refusals: {
      'unknown-controller': 'the server does not know this controller',
      'bad-proof': 'the key does not belong to this controller',
      revoked: 'this controller has been revoked',
      'bad-message': 'the server does not understand this version',
      replaced: 'another controller uses the same key',
      overloaded: 'the server is too busy',
    },
    enrolment: 'Enrolment',
    enrolmentStates: {
      enrolled: 'done',
      pending: 'under way',
      refused: 'refused',
      'no-token': 'no enrolment token set',
    },
    since: 'Since',
    lastAck: 'Last acknowledgement',
    clockOffset: 'Clock on shore is ahead by',
    mark: 'Mark, as shown where logins are entered',
    spool: 'Storage on board',
    spoolSize: 'Size',
    unsentBatches: 'Batches still to send',
    oldestUnsent: 'Oldest of them',
    dropped: 'Samples lost for want of space',
    diskFull: 'The disk takes nothing more',
    held: 'Samples in working memory, on their way ashore',
    damaged: 'Damaged on the disk',
    damagedBetween: (count, from, to) => `${count} packets of samples, between ${from} and ${to}`,
    doubt: 'What shore says of it',
    doubts: {
      restored: 'This memory was put back to an older state, or the card fails',
      cloned: 'A second box uses the same key: a copy of this card is in use',
    },
    nothingWaiting: 'nothing',
    devices: 'Miners',
    freshOf: (fresh, total) => `${fresh} of ${total} fresh`,
    noDevices: 'No miners found yet.',
    device: 'Miner',
    address: 'Address',
    lastAnswer: 'Last answer',
    hashrate: 'Hash rate',
    power: 'Power',
    temperature: 'Temperature',
    total: 'Total of fresh values',
    stale: 'stale',
    estimated: 'estimated',
    unreachable: {
      timeout: 'does not answer',
      refused: 'refuses the connection',
      'no-route': 'address not reachable',
      closed: 'breaks off',
      garbled: 'unreadable answer',
      unidentified: 'not recognised',
    },
    states: {
      'mining.normal': 'Mining',
      'mining.lowered': 'Mining at lower power for the ship',
      'mining.cooling': 'Mining at lower power to cool down',
      'mining.stopping': "Stopping on the owner's order",
      'mining.against-stop': "Running against the owner's stop",
      'below-expected.lost-board': 'A hash board has failed',
      'below-expected.slow': 'Slower than it should be',
      'starting.by-itself': 'Starting',
      'starting.ordered': 'Starting on an order',
      'starting.ramping': 'Speeding up',
      'asleep.owner': 'Off: stopped by the owner',
      'asleep.crew': 'Off: stopped here on board',
      'asleep.ship': 'Off: the ship needs the power',
      'asleep.quiet-hours': 'Off: quiet hours',
      'asleep.load-unknown': 'Off: no generator reading',
      'asleep.shore-power': 'Off: not on the generator',
      'asleep.not-worth': 'Rests: not worth its fuel',
      'asleep.no-cooling': 'Off: no cooling water',
      'asleep.heat': 'Asleep to cool down',
      'idle.no-pool': 'Idle: no pool answers',
      'idle.no-work': 'Idle: gets no work',
      'idle.unordered-sleep': 'Asleep without an order',
      'idle.no-reason': 'Idle: cause unknown',
      'error.overheat': 'Stopped: too hot',
      'error.boards': 'No hash board works',
      'error.hardware': 'Hardware fault',
      'error.device': 'Fault',
      'unknown.not-told': 'State unknown: the device does not tell it',
    },
    state: 'State',
    unknown: 'unknown',
    lastScan: 'Last search',
    ago: (age) => `${age} ago`,
    madeAt: 'Made at',
    strangers: 'Something answers here',
    strangersHint:
      'These devices answer where miners do, but the controller does not know them. Beside each is what it said.',
    strangersFile: 'Save as a file, to report it',
    mute: 'takes connections, says nothing',
    maybe: (guess) => `perhaps ${guess}`,
  },
  de: {
    title: 'Controller an Bord',
    refreshes: 'Diese Seite aktualisiert sich selbst.',
    uplink: 'Verbindung zum Land',
    uplinkStates: {
      disconnected: 'aus',
      connecting: 'verbindet',
      challenged: 'meldet sich an',
      live: 'verbunden',
      refused: 'abgelehnt',
      waiting: 'keine Verbindung, neuer Versuch folgt',
    },
    refusals: {
      'unknown-controller': 'der Server kennt diesen Controller nicht',
      'bad-proof': 'der Schlüssel gehört nicht zu diesem Controller',
      revoked: 'dieser Controller wurde gesperrt',
      'bad-message': 'der Server versteht diese Version nicht',
      replaced: 'ein anderer Controller benutzt denselben Schlüssel',
      overloaded: 'der Server ist überlastet',
    },
    enrolment: 'Anmeldung',
    enrolmentStates: {
      enrolled: 'erledigt',
      pending: 'läuft',
      refused: 'abgelehnt',
      'no-token': 'kein Anmeldecode eingestellt',
    },
    since: 'Seit',
    lastAck: 'Letzte Bestätigung',
    clockOffset: 'Uhr an Land geht vor um',
    mark: 'Kennzeichen, wie bei der Eingabe von Zugangsdaten',
    spool: 'Speicher an Bord',
    spoolSize: 'Größe',
    unsentBatches: 'Noch zu sendende Pakete',
    oldestUnsent: 'Ältestes davon',
    dropped: 'Messwerte aus Platzmangel verloren',
    diskFull: 'Der Datenträger nimmt nichts mehr an',
    held: 'Messwerte im Arbeitsspeicher, auf dem Weg an Land',
    damaged: 'Auf dem Datenträger beschädigt',
    damagedBetween: (count, from, to) => `${count} Pakete mit Messwerten, zwischen ${from} und ${to}`,
    doubt: 'Urteil vom Land',
    doubts: {
      restored: 'Dieser Speicher wurde auf einen älteren Stand zurückgesetzt, oder die Karte ist defekt',
      cloned: 'Eine zweite Box verwendet denselben Schlüssel: Eine Kopie dieser Karte ist in Betrieb',
    },
    nothingWaiting: 'nichts',
    devices: 'Miner',
    freshOf: (fresh, total) => `${fresh} von ${total} mit frischen Werten`,
    noDevices: 'Noch keine Miner gefunden.',
    device: 'Miner',
    address: 'Adresse',
    lastAnswer: 'Letzte Antwort',
    hashrate: 'Hashrate',
    power: 'Leistung',
    temperature: 'Temperatur',
    total: 'Summe der frischen Werte',
    stale: 'veraltet',
    estimated: 'geschätzt',
    unreachable: {
      timeout: 'antwortet nicht',
      refused: 'lehnt die Verbindung ab',
      'no-route': 'Adresse nicht erreichbar',
      closed: 'bricht ab',
      garbled: 'unlesbare Antwort',
      unidentified: 'nicht erkannt',
    },
    states: {
      'mining.normal': 'Schürft',
      'mining.lowered': 'Schürft mit weniger Leistung für das Schiff',
      'mining.cooling': 'Schürft mit weniger Leistung, um abzukühlen',
      'mining.stopping': 'Stoppt auf Anweisung des Eigners',
      'mining.against-stop': 'Läuft trotz Stopp des Eigners',
      'below-expected.lost-board': 'Ein Hashboard ist ausgefallen',
      'below-expected.slow': 'Langsamer als erwartet',
      'starting.by-itself': 'Startet',
      'starting.ordered': 'Startet auf Anweisung',
      'starting.ramping': 'Fährt hoch',
      'asleep.owner': 'Aus: vom Eigner gestoppt',
      'asleep.crew': 'Aus: hier an Bord gestoppt',
      'asleep.ship': 'Aus: Das Schiff braucht den Strom',
      'asleep.quiet-hours': 'Aus: Ruhezeit',
      'asleep.load-unknown': 'Aus: keine Messung des Generators',
      'asleep.shore-power': 'Aus: nicht am Generator',
      'asleep.not-worth': 'Ruht: lohnt den Kraftstoff nicht',
      'asleep.no-cooling': 'Aus: kein Kühlwasser',
      'asleep.heat': 'Schläft, um abzukühlen',
      'idle.no-pool': 'Steht still: kein Pool antwortet',
      'idle.no-work': 'Steht still: bekommt keine Arbeit',
      'idle.unordered-sleep': 'Schläft ohne Anweisung',
      'idle.no-reason': 'Steht still: Ursache unbekannt',
      'error.overheat': 'Gestoppt: zu heiß',
      'error.boards': 'Kein Hashboard funktioniert',
      'error.hardware': 'Hardwarefehler',
      'error.device': 'Störung',
      'unknown.not-told': 'Zustand unbekannt: Das Gerät meldet ihn nicht',
    },
    state: 'Zustand',
    unknown: 'unbekannt',
    lastScan: 'Letzte Suche',
    ago: (age) => `vor ${age}`,
    madeAt: 'Erstellt um',
    strangers: 'Hier antwortet etwas',
    strangersHint:
      'Diese Geräte antworten dort, wo Miner es tun, aber der Controller kennt sie nicht. Daneben steht, was sie gesagt haben.',
    strangersFile: 'Als Datei speichern, zum Melden',
    mute: 'nimmt Verbindungen an, sagt nichts',
    maybe: (guess) => `vielleicht ${guess}`,
  },
  ro: {
    title: 'Controlerul de la bord',
    refreshes: 'Această pagină se actualizează singură.',
    uplink: 'Legătura cu malul',
    uplinkStates: {
      disconnected: 'oprită',
      connecting: 'se conectează',
      challenged: 'se autentifică',
      live: 'conectată',
      refused: 'refuzată',
      waiting: 'fără legătură, urmează o nouă încercare',
    },
    refusals: {
      'unknown-controller': 'serverul nu cunoaște acest controler',
      'bad-proof': 'cheia nu aparține acestui controler',
      revoked: 'acest controler a fost revocat',
      'bad-message': 'serverul nu înțelege această versiune',
      replaced: 'un alt controler folosește aceeași cheie',
      overloaded: 'serverul este suprasolicitat',
    },
    enrolment: 'Înregistrare',
    enrolmentStates: {
      enrolled: 'făcută',
      pending: 'în curs',
      refused: 'refuzată',
      'no-token': 'niciun cod de înregistrare setat',
    },
    since: 'De la',
    lastAck: 'Ultima confirmare',
    clockOffset: 'Ceasul de pe mal este înainte cu',
    mark: 'Semn, ca la introducerea datelor de acces',
    spool: 'Stocare la bord',
    spoolSize: 'Dimensiune',
    unsentBatches: 'Pachete încă de trimis',
    oldestUnsent: 'Cel mai vechi',
    dropped: 'Măsurători pierdute din lipsă de spațiu',
    diskFull: 'Discul nu mai primește nimic',
    held: 'Măsurători în memoria de lucru, în drum spre server',
    damaged: 'Deteriorate pe disc',
    damagedBetween: (count, from, to) => `${count} pachete de măsurători, între ${from} și ${to}`,
    doubt: 'Ce spune serverul',
    doubts: {
      restored: 'Această memorie a fost readusă la o stare mai veche sau cardul este defect',
      cloned: 'O a doua cutie folosește aceeași cheie: o copie a acestui card este în uz',
    },
    nothingWaiting: 'nimic',
    devices: 'Minere',
    freshOf: (fresh, total) => `${fresh} din ${total} recente`,
    noDevices: 'Încă nu s-au găsit minere.',
    device: 'Miner',
    address: 'Adresă',
    lastAnswer: 'Ultimul răspuns',
    hashrate: 'Hashrate',
    power: 'Putere',
    temperature: 'Temperatură',
    total: 'Totalul valorilor recente',
    stale: 'învechit',
    estimated: 'estimat',
    unreachable: {
      timeout: 'nu răspunde',
      refused: 'refuză conexiunea',
      'no-route': 'adresă inaccesibilă',
      closed: 'întrerupe conexiunea',
      garbled: 'răspuns ilizibil',
      unidentified: 'nerecunoscut',
    },
    states: {
      'mining.normal': 'Minează',
      'mining.lowered': 'Minează la putere redusă, pentru navă',
      'mining.cooling': 'Minează la putere redusă ca să se răcească',
      'mining.stopping': 'Se oprește la comanda proprietarului',
      'mining.against-stop': 'Funcționează deși proprietarul l-a oprit',
      'below-expected.lost-board': 'O placă de hash s-a defectat',
      'below-expected.slow': 'Mai lent decât ar trebui',
      'starting.by-itself': 'Pornește',
      'starting.ordered': 'Pornește la comandă',
      'starting.ramping': 'Ajunge la viteza normală',
      'asleep.owner': 'Oprit de proprietar',
      'asleep.crew': 'Oprit de aici, de la bord',
      'asleep.ship': 'Oprit: nava are nevoie de curent',
      'asleep.quiet-hours': 'Oprit: ore de liniște',
      'asleep.load-unknown': 'Oprit: nicio măsurătoare a generatorului',
      'asleep.shore-power': 'Oprit: nu se folosește generatorul',
      'asleep.not-worth': 'În repaus: nu acoperă costul combustibilului',
      'asleep.no-cooling': 'Oprit: fără apă de răcire',
      'asleep.heat': 'În repaus, pentru răcire',
      'idle.no-pool': 'Inactiv: niciun pool nu răspunde',
      'idle.no-work': 'Inactiv: nu primește de lucru',
      'idle.unordered-sleep': 'În repaus fără comandă',
      'idle.no-reason': 'Inactiv: cauză necunoscută',
      'error.overheat': 'Oprit: supraîncălzit',
      'error.boards': 'Nicio placă de hash nu funcționează',
      'error.hardware': 'Defect hardware',
      'error.device': 'Defecțiune',
      'unknown.not-told': 'Stare necunoscută: aparatul nu o raportează',
    },
    state: 'Stare',
    unknown: 'necunoscut',
    lastScan: 'Ultima căutare',
    ago: (age) => `acum ${age}`,
    madeAt: 'Generat la',
    strangers: 'Aici răspunde ceva',
    strangersHint:
      'Aceste dispozitive răspund acolo unde răspund minerele, dar controlerul nu le cunoaște. Alături este ce au spus.',
    strangersFile: 'Salvați ca fișier, pentru a raporta',
    mute: 'acceptă conexiuni, dar nu spune nimic',
    maybe: (guess) => `poate ${guess}`,
  },
}

/** The reader's language from an `Accept-Language` header: best weight first, Dutch when none is known. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wished = (acceptLanguage ?? '')
    .split(',')
    .map((part, order) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight), order }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
  for (const { language } of wished) {
    const known = LANGUAGES.find((candidate) => candidate === language)
    if (known !== undefined) return known
  }
  return 'nl'
}
