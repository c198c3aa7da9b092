import type { Language } from '../texts.ts'
import type { FoundMeter } from './meter-status.ts'

type Field = { label: string; hint: string; wrong: string }
type Texts = {
  title: string
  open: string
  inForce: string
  none: string
  meter: string
  address: string
  /** Those found in the list that the controller's maker exports. */
  registers: string
  state: string
  checked: string
  isVerified: string
  isUnverified: string
  reads: string
  phases: string
  frequency: string
  age: string
  choose: string
  lead: string
  pick: string
  next: string
  others: string
  tryIt: string
  trial: string
  besides: string
  drivesNothing: string
  /** State of a meter on trial whose values cannot be right. */
  refused: string
  waiting: string
  onYes: string
  readAgain: string
  keep: string
  differs: string
  giveUp: string
  /** Looking for meters on the network. */
  search: {
    title: string
    lead: string
    begin: string
    again: string
    progress: (looked: string, total: string) => string
    ended: (looked: string, total: string) => string
    /** It ended before all addresses were looked at. */
    broken: (looked: string, total: string) => string
    nothing: string
    noNetwork: string
    unknownName: (name: string) => string
    mostShown: (most: string) => string
    caption: string
    seems: string
    says: string
    /** `place`: address and port. */
    fill: (place: string) => string
    /** An address that is kept until the name is chosen. */
    carried: (address: string) => string
    kinds: Record<FoundMeter['kind'], string>
  }
  /** What came of the last press. */
  outcomes: Record<string, string>
  fields: Record<string, Field>
  services: Record<'genset' | 'grid' | 'acload', string>
  kinds: Record<
    'sunspec' | 'victron-mqtt' | 'mqtt' | 'signal-k' | 'modbus-tcp' | 'comap-intelilite' | 'comap-export',
    string
  >
}

/** Makers write their names the same in every language. */
const makers: Readonly<Record<string, string>> = {
  'eastron-sdm630': 'Eastron SDM630',
  'carlo-gavazzi-em24-rs485': 'Carlo Gavazzi EM24 (RS-485)',
  'carlo-gavazzi-em24-ethernet': 'Carlo Gavazzi EM24 E1 (Ethernet)',
  'carlo-gavazzi-em340': 'Carlo Gavazzi EM330, EM340, ET340',
  'carlo-gavazzi-em530': 'Carlo Gavazzi EM530, EM540',
  'schneider-iem3155': 'Schneider iEM3150, iEM3155',
  'schneider-pm5000': 'Schneider PM5100, PM5300, PM5500',
  'janitza-umg96rm': 'Janitza UMG 96RM-E',
  'janitza-umg604': 'Janitza UMG 604',
  'janitza-umg511': 'Janitza UMG 511',
  'abb-b23-b24': 'ABB B23, B24',
  'deep-sea': 'Deep Sea Electronics (DSE)',
  'victron-gx-genset': 'Victron GX, Modbus',
  'shelly-pro-3em': 'Shelly Pro 3EM, Modbus',
  'shelly-rpc': 'Shelly Pro 3EM',
}

export function meterName(name: string, language: Language): string {
  const { kinds } = meterTexts[language]
  return makers[name] ?? (Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : name)
}

/** Choosing the meter on board. */
export const meterTexts: Readonly<Record<Language, Texts>> = {
  nl: {
    title: 'Meter kiezen',
    open: 'Meter kiezen of wijzigen',
    inForce: 'Meter die nu telt',
    none: 'Er is geen meter aangesloten: de boxen volgen geen generator.',
    meter: 'Meter',
    address: 'Adres',
    registers: 'Registers',
    state: 'Toestand',
    checked: 'Gecontroleerd',
    isVerified: 'spanning, frequentie en fasen kloppen',
    isUnverified: 'nog niet: spanning, frequentie en fasen zijn nog niet gezien',
    reads: 'Meet nu',
    phases: 'Per fase',
    frequency: 'Frequentie',
    age: 'Ouderdom van de meting',
    choose: 'Een andere meter',
    lead: 'Kies de meter bij zijn naam. De box probeert hem naast de meter die nu telt; die blijft gelden tot u hebt gezien dat de nieuwe klopt. Laat de generator draaien.',
    pick: 'Kies een meter',
    next: 'Verder',
    others:
      'Signal K, eigen registers en eigen MQTT-onderwerpen staan in het bestand van de box; zie de handleiding.',
    tryIt: 'Probeer deze meter',
    trial: 'Meter op proef',
    besides: 'Deze meter stuurt nog niets. De meter hierboven blijft gelden.',
    drivesNothing: 'Deze meter stuurt nog niets.',
    refused: 'geeft waarden die niet kunnen kloppen',
    waiting:
      'Er is nog geen meting die klopt. De pagina kijkt elke drie seconden; na een kwartier laat de box hem los.',
    onYes:
      'Met ja telt deze meter meteen. De controle bij inbedrijfstelling begint dan opnieuw, en tot die klaar is blijft 30 % van de generator vrij.',
    readAgain: 'Lees opnieuw',
    keep: 'Ja, dat staat op het schakelbord: gebruik deze meter',
    differs: 'Nee, op het schakelbord staat iets anders',
    giveUp: 'Breek de proef af',
    search: {
      title: 'Meters op het netwerk van het schip',
      lead: 'De box kijkt op zijn eigen netwerk wat als meter antwoordt (Modbus, Shelly, MQTT). Dat duurt hoogstens een minuut. Wat hij nu al gebruikt en de miners die hij kent, slaat hij over.',
      begin: 'Zoek op het netwerk van het schip',
      again: 'Zoek opnieuw',
      progress: (looked, total) => `De box zoekt: ${looked} van ${total} adressen bekeken.`,
      ended: (looked, total) => `Klaar: ${looked} van ${total} adressen bekeken.`,
      broken: (looked, total) =>
        `Voor het einde gestopt: ${looked} van ${total} adressen bekeken. Zoek opnieuw, of typ het adres in.`,
      nothing:
        'Er is niets gevonden dat als meter antwoordt. Lees het adres af op het display van de meter of in zijn handleiding, kies hieronder zijn naam en typ het adres in. Misschien staat Modbus TCP in de meter nog uit, of hangt hij aan een ander netwerk.',
      noNetwork: 'Er zijn geen andere adressen op het netwerk van de box. Controleer de netwerkkabel.',
      unknownName: (name) =>
        `Niet gezocht: het adres van ${name}, dat de box gebruikt, is nu niet te vinden, en dat mag het zoeken niet storen.`,
      mostShown: (most) => `Er antwoordt meer; alleen de eerste ${most} staan hier.`,
      caption: 'Gevonden',
      seems: 'Lijkt te zijn',
      says: 'Noemt zichzelf',
      fill: (place) => `Vul ${place} in`,
      carried: (address) => `${address} is straks ingevuld. Kies nu de naam van de meter.`,
      kinds: {
        sunspec: 'meter met SunSpec',
        'sunspec-other': 'SunSpec, maar geen meter',
        modbus: 'Modbus-apparaat; kies zelf de naam',
        'modbus-silent': 'poort van Modbus, geeft geen antwoord op adres (unit) 1',
        shelly: 'driefasenmeter van Shelly',
        'shelly-other': 'Shelly die de box niet als driefasenmeter kan lezen',
        mqtt: 'MQTT-broker, zoals in een Victron GX',
      },
    },
    outcomes: {
      kept: 'Deze meter telt nu. Doe nu de controle bij inbedrijfstelling.',
      'not-proven': 'Er is geen verse meting die klopt. De meter is niet gewijzigd.',
      'check-under-way': 'Er loopt een stap van de controle bij inbedrijfstelling. Maak die eerst af.',
      'not-written': 'De keuze kon niet op de schijf worden bewaard. De meter is niet gewijzigd.',
      dropped: 'De proef is afgebroken. De meter is niet gewijzigd.',
      wrong: 'Niet alles kon worden begrepen. Zie de velden hieronder.',
    },
    fields: {
      host: {
        label: 'Adres op het netwerk',
        hint: 'Van de meter of zijn gateway, bijvoorbeeld 192.168.1.6',
        wrong: 'Een adres of naam op het netwerk van het schip, bijvoorbeeld 192.168.1.6',
      },
      port: { label: 'Poort', hint: 'Meestal zoals hier ingevuld', wrong: 'Een getal van 1 tot 65535' },
      unit: {
        label: 'Modbus-adres (unit)',
        hint: 'Staat in het menu van de meter; vaak 1',
        wrong: 'Een heel getal van 0 tot 255',
      },
      map: {
        label: 'Modbus-lijst van de generatorcontroller',
        hint: 'Tekstbestand uit InteliConfig, LiteEdit of GenConfig, gemaakt met de configuratie die er nu in staat',
        wrong:
          'In dit bestand staan niet alle registers: vermogen (object 8202, of 8524 tot 8526), spanning (8192 tot 8194) en frequentie (8210). Exporteer de Modbus-lijst opnieuw.',
      },
      portalId: {
        label: 'VRM-portaal-ID',
        hint: 'Op de GX: Instellingen, VRM-portaal',
        wrong: 'Letters en cijfers, zoals de GX het toont',
      },
      service: {
        label: 'Wat de GX meet',
        hint: 'Neem de aggregaatmeter als die er is',
        wrong: 'Kies een van de drie',
      },
      instance: {
        label: 'Apparaatnummer (instance)',
        hint: 'Op de GX bij het apparaat onder Apparaat',
        wrong: 'Een heel getal van 0 tot 65535',
      },
      ratio: {
        label: 'Verhouding van de stroomtransformatoren',
        hint: '1 als de meter die zelf verrekent; anders bijvoorbeeld 40 bij 200/5 A',
        wrong: 'Een getal van 1 tot 10000',
      },
      isReversed: {
        label: 'De meter telt levering als negatief',
        hint: 'Alleen aanvinken als de proef een vermogen onder nul meldt',
        wrong: '',
      },
      username: { label: 'Gebruiker', hint: 'Leeg als de broker geen login heeft', wrong: 'Te lang' },
      password: {
        label: 'Wachtwoord',
        hint: 'Leeg als er geen is. Wordt niet meer getoond.',
        wrong: 'Te lang',
      },
      mostKw: {
        label: 'Wat de generator samen kan geven, kW',
        hint: 'Van het typeplaatje; zo valt een verkeerde eenheid op',
        wrong: 'Een getal van 1 tot 100000',
      },
    },
    services: { genset: 'aggregaat', grid: 'net of walstroom', acload: 'wisselstroomlast' },
    kinds: {
      sunspec: 'Meter met SunSpec',
      'victron-mqtt': 'Victron GX, MQTT (beste keus)',
      mqtt: 'MQTT, uit het bestand',
      'signal-k': 'Signal K, uit het bestand',
      'modbus-tcp': 'Modbus, eigen registers uit het bestand',
      'comap-intelilite': 'ComAp InteliLite 4, 9 met de standaardlijst',
      'comap-export': 'ComAp, andere: met de lijst uit de configuratie',
    },
  },
  en: {
    title: 'Choose the meter',
    open: 'Choose or change the meter',
    inForce: 'The meter that counts now',
    none: 'No meter is wired: the boxes follow no generator.',
    meter: 'Meter',
    address: 'Address',
    registers: 'Registers',
    state: 'State',
    checked: 'Checked',
    isVerified: 'voltage, frequency and phases are right',
    isUnverified: 'not yet: voltage, frequency and phases have not been seen',
    reads: 'Reads now',
    phases: 'Each phase',
    frequency: 'Frequency',
    age: 'Age of the reading',
    choose: 'Another meter',
    lead: 'Choose the meter by its name. The box tries it beside the one that counts now, which stays in force until you have seen that the new one is right. Keep the generator running.',
    pick: 'Choose a meter',
    next: 'Continue',
    others: 'Signal K, registers and MQTT topics of your own are set in the box’s file; see the manual.',
    tryIt: 'Try this meter',
    trial: 'Meter on trial',
    besides: 'This meter drives nothing yet. The one above stays in force.',
    drivesNothing: 'This meter drives nothing yet.',
    refused: 'gives values that cannot be right',
    waiting:
      'There is no reading yet that is right. The page looks every three seconds; after a quarter of an hour the box lets it go.',
    onYes:
      'With yes this meter counts at once. The check at commissioning then begins anew, and until it is done 30 % of the generator stays free.',
    readAgain: 'Read again',
    keep: 'Yes, the panel shows that: use this meter',
    differs: 'No, the panel shows something else',
    giveUp: 'End the trial',
    search: {
      title: 'Meters on the ship’s network',
      lead: 'The box looks on its own network for what answers as a meter (Modbus, Shelly, MQTT). That takes a minute at the most. It leaves out what it already uses and the miners that it knows.',
      begin: 'Search the ship’s network',
      again: 'Search again',
      progress: (looked, total) => `The box is searching: ${looked} of ${total} addresses looked at.`,
      ended: (looked, total) => `Done: ${looked} of ${total} addresses looked at.`,
      broken: (looked, total) =>
        `Stopped before the end: ${looked} of ${total} addresses looked at. Search again, or type the address.`,
      nothing:
        'Nothing was found that answers as a meter. Read the address from the meter’s display or its manual, choose its name below and type the address. Modbus TCP may still be off in the meter, or it may hang on another network.',
      noNetwork: 'There are no other addresses on the box’s network. Check the network cable.',
      unknownName: (name) =>
        `Not searched: the address of ${name}, which the box uses, cannot be found now, and searching must not disturb it.`,
      mostShown: (most) => `More answers; only the first ${most} are shown.`,
      caption: 'Found',
      seems: 'Seems to be',
      says: 'Calls itself',
      fill: (place) => `Fill in ${place}`,
      carried: (address) => `${address} will be filled in. Now choose the name of the meter.`,
      kinds: {
        sunspec: 'meter with SunSpec',
        'sunspec-other': 'SunSpec, but no meter',
        modbus: 'Modbus device; choose its name yourself',
        'modbus-silent': 'port of Modbus, gives no answer at address (unit) 1',
        shelly: 'three-phase meter by Shelly',
        'shelly-other': 'Shelly that the box cannot read as a three-phase meter',
        mqtt: 'MQTT broker, as in a Victron GX',
      },
    },
    outcomes: {
      kept: 'This meter counts now. Do the check at commissioning next.',
      'not-proven': 'There is no fresh reading that is right. The meter was not changed.',
      'check-under-way': 'A step of the check at commissioning is under way. Finish that first.',
      'not-written': 'The choice could not be written to disk. The meter was not changed.',
      dropped: 'The trial has ended. The meter was not changed.',
      wrong: 'Not everything could be understood. See the fields below.',
    },
    fields: {
      host: {
        label: 'Address on the network',
        hint: 'Of the meter or its gateway, for example 192.168.1.6',
        wrong: 'An address or name on the ship’s network, for example 192.168.1.6',
      },
      port: { label: 'Port', hint: 'Usually as filled in here', wrong: 'A number from 1 to 65535' },
      unit: {
        label: 'Modbus address (unit)',
        hint: 'In the meter’s menu; often 1',
        wrong: 'A whole number from 0 to 255',
      },
      map: {
        label: 'Modbus list of the controller',
        hint: 'The text file from InteliConfig, LiteEdit or GenConfig, made from the configuration that is in the controller now',
        wrong:
          'This file does not have all registers: power (object 8202, or 8524 to 8526), voltage (8192 to 8194) and frequency (8210). Export the Modbus list again.',
      },
      portalId: {
        label: 'VRM portal ID',
        hint: 'On the GX: Settings, VRM portal',
        wrong: 'Letters and digits, as the GX shows it',
      },
      service: {
        label: 'What the GX measures',
        hint: 'Take the genset’s meter if there is one',
        wrong: 'Choose one of the three',
      },
      instance: {
        label: 'Device instance',
        hint: 'On the GX, in the device’s own Device menu',
        wrong: 'A whole number from 0 to 65535',
      },
      ratio: {
        label: 'Ratio of the current transformers',
        hint: '1 where the meter applies it itself; otherwise 40 for 200/5 A, for example',
        wrong: 'A number from 1 to 10000',
      },
      isReversed: {
        label: 'The meter counts what the set gives as negative',
        hint: 'Tick this only if the trial reports a power below zero',
        wrong: '',
      },
      username: { label: 'User', hint: 'Empty if the broker has no login', wrong: 'Too long' },
      password: {
        label: 'Password',
        hint: 'Empty if there is none. It is not shown again.',
        wrong: 'Too long',
      },
      mostKw: {
        label: 'What the generator can give in all, kW',
        hint: 'From its plate; a wrong unit is noticed by it',
        wrong: 'A number from 1 to 100000',
      },
    },
    services: { genset: 'genset', grid: 'grid or shore', acload: 'AC load' },
    kinds: {
      sunspec: 'Meter with SunSpec',
      'victron-mqtt': 'Victron GX, MQTT (best choice)',
      mqtt: 'MQTT, from the file',
      'signal-k': 'Signal K, from the file',
      'modbus-tcp': 'Modbus, own registers from the file',
      'comap-intelilite': 'ComAp InteliLite 4, 9 with the list as delivered',
      'comap-export': 'ComAp, others: with the list from the configuration',
    },
  },
  de: {
    title: 'Zähler wählen',
    open: 'Zähler wählen oder ändern',
    inForce: 'Der Zähler, der jetzt gilt',
    none: 'Es ist kein Zähler angeschlossen: Die Boxen richten sich nach keinem Generator.',
    meter: 'Zähler',
    address: 'Adresse',
    registers: 'Register',
    state: 'Zustand',
    checked: 'Geprüft',
    isVerified: 'Spannung, Frequenz und Phasen stimmen',
    isUnverified: 'noch nicht: Spannung, Frequenz und Phasen wurden noch nicht gesehen',
    reads: 'Misst jetzt',
    phases: 'Je Phase',
    frequency: 'Frequenz',
    age: 'Alter der Messung',
    choose: 'Ein anderer Zähler',
    lead: 'Wählen Sie den Zähler beim Namen. Die Box probiert ihn neben dem jetzigen aus; der gilt weiter, bis Sie gesehen haben, dass der neue stimmt. Lassen Sie den Generator laufen.',
    pick: 'Zähler wählen',
    next: 'Weiter',
    others: 'Signal K, eigene Register und eigene MQTT-Topics stehen in der Datei der Box; siehe Anleitung.',
    tryIt: 'Diesen Zähler ausprobieren',
    trial: 'Zähler auf Probe',
    besides: 'Dieser Zähler steuert noch nichts. Der obige gilt weiter.',
    drivesNothing: 'Dieser Zähler steuert noch nichts.',
    refused: 'gibt Werte, die nicht stimmen können',
    waiting:
      'Es gibt noch keine Messung, die stimmt. Die Seite sieht alle drei Sekunden nach; nach einer Viertelstunde lässt die Box ihn los.',
    onYes:
      'Mit Ja gilt dieser Zähler sofort. Die Prüfung bei der Inbetriebnahme beginnt dann von vorn, und bis sie fertig ist, bleiben 30 % des Generators frei.',
    readAgain: 'Neu ablesen',
    keep: 'Ja, das zeigt die Schalttafel: diesen Zähler verwenden',
    differs: 'Nein, die Schalttafel zeigt etwas anderes',
    giveUp: 'Probe abbrechen',
    search: {
      title: 'Zähler im Schiffsnetz',
      lead: 'Die Box sucht in ihrem eigenen Netz, was sich als Zähler meldet (Modbus, Shelly, MQTT). Das dauert höchstens eine Minute. Was sie schon benutzt und die Miner, die sie kennt, lässt sie aus.',
      begin: 'Im Schiffsnetz suchen',
      again: 'Erneut suchen',
      progress: (looked, total) => `Die Box sucht: ${looked} von ${total} Adressen geprüft.`,
      ended: (looked, total) => `Fertig: ${looked} von ${total} Adressen geprüft.`,
      broken: (looked, total) =>
        `Vorzeitig beendet: ${looked} von ${total} Adressen geprüft. Suchen Sie erneut, oder geben Sie die Adresse ein.`,
      nothing:
        'Es wurde nichts gefunden, das sich als Zähler meldet. Lesen Sie die Adresse am Display des Zählers oder in seiner Anleitung ab, wählen Sie unten seinen Namen und geben Sie die Adresse ein. Vielleicht ist Modbus TCP im Zähler noch ausgeschaltet, oder er hängt an einem anderen Netz.',
      noNetwork: 'Im Netz der Box gibt es keine anderen Adressen. Prüfen Sie das Netzwerkkabel.',
      unknownName: (name) =>
        `Nicht gesucht: Die Adresse von ${name}, das die Box benutzt, ist gerade nicht zu finden, und die Suche darf es nicht stören.`,
      mostShown: (most) => `Es antwortet noch mehr; nur die ersten ${most} stehen hier.`,
      caption: 'Gefunden',
      seems: 'Ist offenbar',
      says: 'Nennt sich',
      fill: (place) => `${place} übernehmen`,
      carried: (address) => `${address} wird eingetragen. Wählen Sie jetzt den Namen des Zählers.`,
      kinds: {
        sunspec: 'Zähler mit SunSpec',
        'sunspec-other': 'SunSpec, aber kein Zähler',
        modbus: 'Modbus-Gerät; wählen Sie den Namen selbst',
        'modbus-silent': 'Modbus-Port, unter Adresse (Unit) 1 keine Antwort',
        shelly: 'Dreiphasenzähler von Shelly',
        'shelly-other': 'Shelly, den die Box nicht als Dreiphasenzähler lesen kann',
        mqtt: 'MQTT-Broker, wie in einem Victron GX',
      },
    },
    outcomes: {
      kept: 'Dieser Zähler gilt jetzt. Machen Sie nun die Prüfung bei der Inbetriebnahme.',
      'not-proven': 'Es gibt keine frische Messung, die stimmt. Der Zähler wurde nicht geändert.',
      'check-under-way': 'Ein Schritt der Prüfung bei der Inbetriebnahme läuft. Schließen Sie ihn zuerst ab.',
      'not-written': 'Die Wahl konnte nicht gespeichert werden. Der Zähler wurde nicht geändert.',
      dropped: 'Die Probe ist beendet. Der Zähler wurde nicht geändert.',
      wrong: 'Nicht alles war zu verstehen. Siehe die Felder unten.',
    },
    fields: {
      host: {
        label: 'Adresse im Netzwerk',
        hint: 'Des Zählers oder seines Gateways, zum Beispiel 192.168.1.6',
        wrong: 'Eine Adresse oder ein Name im Netzwerk des Schiffs, zum Beispiel 192.168.1.6',
      },
      port: { label: 'Port', hint: 'Meist wie hier eingetragen', wrong: 'Eine Zahl von 1 bis 65535' },
      unit: {
        label: 'Modbus-Adresse (Unit)',
        hint: 'Steht im Menü des Zählers; oft 1',
        wrong: 'Eine ganze Zahl von 0 bis 255',
      },
      map: {
        label: 'Modbus-Liste der Steuerung',
        hint: 'Textdatei aus InteliConfig, LiteEdit oder GenConfig, erstellt aus der Konfiguration, die jetzt in der Steuerung ist',
        wrong:
          'In dieser Datei fehlen Register: Leistung (Objekt 8202 oder 8524 bis 8526), Spannung (8192 bis 8194) und Frequenz (8210) müssen darin stehen. Exportieren Sie die Modbus-Liste erneut.',
      },
      portalId: {
        label: 'VRM-Portal-ID',
        hint: 'Am GX: Einstellungen, VRM-Portal',
        wrong: 'Buchstaben und Ziffern, wie der GX sie zeigt',
      },
      service: {
        label: 'Was der GX misst',
        hint: 'Nehmen Sie den Aggregatzähler, wenn es ihn gibt',
        wrong: 'Wählen Sie eines der drei',
      },
      instance: {
        label: 'Geräteinstanz',
        hint: 'Am GX im Menü „Gerät“ des Geräts',
        wrong: 'Eine ganze Zahl von 0 bis 65535',
      },
      ratio: {
        label: 'Verhältnis der Stromwandler',
        hint: '1, wenn der Zähler es selbst einrechnet; sonst zum Beispiel 40 bei 200/5 A',
        wrong: 'Eine Zahl von 1 bis 10000',
      },
      isReversed: {
        label: 'Der Zähler zählt Lieferung negativ',
        hint: 'Nur ankreuzen, wenn die Probe eine Leistung unter null meldet',
        wrong: '',
      },
      username: { label: 'Benutzer', hint: 'Leer, wenn der Broker keinen Login hat', wrong: 'Zu lang' },
      password: {
        label: 'Passwort',
        hint: 'Leer, wenn es keines gibt. Wird nicht mehr angezeigt.',
        wrong: 'Zu lang',
      },
      mostKw: {
        label: 'Was der Generator insgesamt geben kann, kW',
        hint: 'Vom Typenschild; daran fällt eine falsche Einheit auf',
        wrong: 'Eine Zahl von 1 bis 100000',
      },
    },
    services: { genset: 'Aggregat', grid: 'Netz oder Landstrom', acload: 'AC-Last' },
    kinds: {
      sunspec: 'Zähler mit SunSpec',
      'victron-mqtt': 'Victron GX, MQTT (beste Wahl)',
      mqtt: 'MQTT, aus der Datei',
      'signal-k': 'Signal K, aus der Datei',
      'modbus-tcp': 'Modbus, eigene Register aus der Datei',
      'comap-intelilite': 'ComAp InteliLite 4, 9 mit der Liste ab Werk',
      'comap-export': 'ComAp, andere: mit der Liste aus der Konfiguration',
    },
  },
  ro: {
    title: 'Alegerea contorului',
    open: 'Alegeți sau schimbați contorul',
    inForce: 'Contorul valabil acum',
    none: 'Niciun contor nu este conectat: cutiile nu urmăresc niciun generator.',
    meter: 'Contor',
    address: 'Adresă',
    registers: 'Registre',
    state: 'Stare',
    checked: 'Verificat',
    isVerified: 'tensiunea, frecvența și fazele sunt corecte',
    isUnverified: 'încă nu: tensiunea, frecvența și fazele nu au fost văzute',
    reads: 'Măsoară acum',
    phases: 'Pe fază',
    frequency: 'Frecvență',
    age: 'Vechimea măsurătorii',
    choose: 'Alt contor',
    lead: 'Alegeți contorul după nume. Cutia îl încearcă alături de cel de acum, care rămâne valabil până când ați văzut că cel nou este corect. Lăsați generatorul să meargă.',
    pick: 'Alegeți un contor',
    next: 'Continuați',
    others:
      'Signal K, registrele proprii și topicurile MQTT proprii se trec în fișierul cutiei; vedeți manualul.',
    tryIt: 'Încercați acest contor',
    trial: 'Contor de probă',
    besides: 'Acest contor nu comandă încă nimic. Cel de mai sus rămâne valabil.',
    drivesNothing: 'Acest contor nu comandă încă nimic.',
    refused: 'dă valori care nu pot fi corecte',
    waiting:
      'Nu există încă o măsurătoare corectă. Pagina verifică la fiecare trei secunde; după un sfert de oră cutia renunță la el.',
    onYes:
      'Cu da, acest contor este valabil imediat. Verificarea la punerea în funcțiune începe din nou, iar până la încheierea ei 30 % din generator rămâne liber.',
    readAgain: 'Citiți din nou',
    keep: 'Da, asta arată tabloul: folosiți acest contor',
    differs: 'Nu, tabloul arată altceva',
    giveUp: 'Încheiați proba',
    search: {
      title: 'Contoare în rețeaua navei',
      lead: 'Cutia caută în propria rețea ce răspunde ca un contor (Modbus, Shelly, MQTT). Durează cel mult un minut. Nu se atinge de ce folosește deja și de minerele pe care le cunoaște.',
      begin: 'Căutați în rețeaua navei',
      again: 'Căutați din nou',
      progress: (looked, total) => `Cutia caută: adrese verificate ${looked} din ${total}.`,
      ended: (looked, total) => `Gata: adrese verificate ${looked} din ${total}.`,
      broken: (looked, total) =>
        `Oprită înainte de sfârșit: adrese verificate ${looked} din ${total}. Căutați din nou sau scrieți adresa.`,
      nothing:
        'Nu s-a găsit nimic care să răspundă ca un contor. Citiți adresa de pe ecranul contorului sau din manualul lui, alegeți mai jos numele lui și scrieți adresa. Poate că Modbus TCP este încă oprit în contor sau contorul se află în altă rețea.',
      noNetwork: 'În rețeaua cutiei nu există alte adrese. Verificați cablul de rețea.',
      unknownName: (name) =>
        `Nu s-a căutat: adresa lui ${name}, pe care cutia îl folosește, nu poate fi găsită acum, iar căutarea nu are voie să îl deranjeze.`,
      mostShown: (most) => `Răspund mai multe; aici apar doar primele ${most}.`,
      caption: 'Găsite',
      seems: 'Pare a fi',
      says: 'Se prezintă ca',
      fill: (place) => `Completați cu ${place}`,
      carried: (address) => `${address} va fi completată. Alegeți acum numele contorului.`,
      kinds: {
        sunspec: 'contor cu SunSpec',
        'sunspec-other': 'SunSpec, dar nu este contor',
        modbus: 'dispozitiv Modbus; alegeți dumneavoastră numele',
        'modbus-silent': 'port Modbus, fără răspuns la adresa (unit) 1',
        shelly: 'contor trifazat Shelly',
        'shelly-other': 'Shelly pe care cutia nu îl poate citi ca un contor trifazat',
        mqtt: 'broker MQTT, ca într-un Victron GX',
      },
    },
    outcomes: {
      kept: 'Acest contor este valabil acum. Faceți acum verificarea la punerea în funcțiune.',
      'not-proven': 'Nu există o măsurătoare recentă și corectă. Contorul nu a fost schimbat.',
      'check-under-way': 'Un pas al verificării la punerea în funcțiune este în curs. Încheiați-l mai întâi.',
      'not-written': 'Alegerea nu a putut fi scrisă pe disc. Contorul nu a fost schimbat.',
      dropped: 'Proba s-a încheiat. Contorul nu a fost schimbat.',
      wrong: 'Nu totul a putut fi înțeles. Vedeți câmpurile de mai jos.',
    },
    fields: {
      host: {
        label: 'Adresa în rețea',
        hint: 'A contorului sau a gateway-ului său, de exemplu 192.168.1.6',
        wrong: 'O adresă sau un nume din rețeaua navei, de exemplu 192.168.1.6',
      },
      port: { label: 'Port', hint: 'De obicei cum este completat aici', wrong: 'Un număr de la 1 la 65535' },
      unit: {
        label: 'Adresa Modbus (unit)',
        hint: 'În meniul contorului; adesea 1',
        wrong: 'Un număr întreg de la 0 la 255',
      },
      map: {
        label: 'Lista Modbus a controlerului',
        hint: 'Fișierul text exportat din InteliConfig, LiteEdit sau GenConfig, cu configurația aflată acum în controler',
        wrong:
          'În acest fișier lipsesc registre: puterea (obiectul 8202 sau 8524–8526), tensiunea (8192–8194) și frecvența (8210) trebuie să apară. Exportați din nou lista Modbus.',
      },
      portalId: {
        label: 'ID-ul portalului VRM',
        hint: 'Pe GX: Setări, portal VRM',
        wrong: 'Litere și cifre, așa cum le arată GX-ul',
      },
      service: {
        label: 'Ce măsoară GX-ul',
        hint: 'Luați contorul grupului electrogen, dacă există',
        wrong: 'Alegeți una dintre cele trei',
      },
      instance: {
        label: 'Instanța dispozitivului',
        hint: 'Pe GX, în meniul Dispozitiv al acestuia',
        wrong: 'Un număr întreg de la 0 la 65535',
      },
      ratio: {
        label: 'Raportul transformatoarelor de curent',
        hint: '1 dacă îl aplică contorul; altfel, de exemplu, 40 pentru 200/5 A',
        wrong: 'Un număr de la 1 la 10000',
      },
      isReversed: {
        label: 'Contorul socotește negativ ce dă generatorul',
        hint: 'Bifați numai dacă proba arată o putere sub zero',
        wrong: '',
      },
      username: { label: 'Utilizator', hint: 'Gol dacă brokerul nu cere autentificare', wrong: 'Prea lung' },
      password: { label: 'Parolă', hint: 'Gol dacă nu există. Nu mai este afișată.', wrong: 'Prea lung' },
      mostKw: {
        label: 'Cât poate da generatorul în total, kW',
        hint: 'De pe plăcuța sa; astfel se observă o unitate greșită',
        wrong: 'Un număr de la 1 la 100000',
      },
    },
    services: { genset: 'grup electrogen', grid: 'rețea sau mal', acload: 'sarcină CA' },
    kinds: {
      sunspec: 'Contor cu SunSpec',
      'victron-mqtt': 'Victron GX, MQTT (cea mai bună alegere)',
      mqtt: 'MQTT, din fișier',
      'signal-k': 'Signal K, din fișier',
      'modbus-tcp': 'Modbus, registre proprii din fișier',
      'comap-intelilite': 'ComAp InteliLite 4, 9, cu lista din fabrică',
      'comap-export': 'ComAp, altele: cu lista din configurație',
    },
  },
}
