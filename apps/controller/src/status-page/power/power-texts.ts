import type { FollowerState } from '@shipminer/contract/power/environment'
import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'
import {
  describeMeter,
  type MeterIdentity,
  type MeterPart,
  type OtherMeter,
} from '@shipminer/domain/generator/load/meter-identity'
import type { MinimumLoad, WorthReason } from '@shipminer/domain/generator/proof/worth'
import type { FigureLabels } from '../../ship-bus/ship-figures.ts'
import type { Language } from '../texts.ts'

type PowerTexts = {
  title: string
  stopAll: string
  stopExplained: string
  stopped: string
  stoppedExplained: string
  release: string
  releaseExplained: string
  releaseNow: string
  notSetUp: string
  state: string
  states: Record<FollowerState, string>
  /** What feeds the ship. */
  supplies: Record<PowerSource, string>
  ofLimit: (load: string, limit: string) => string
  set: string
  setState: (isRunning: boolean | null) => string
  meanLoad: string
  ofMean: (percent: number, limit: number | null) => string
  ship: string
  mining: string
  headroom: string
  curtailed: string
  asleep: (asleep: number, total: number) => string
  reading: string
  readingAge: string
  sources: Record<string, string>
  sourceStates: Record<string, string>
  /** Why a meter is not believed. */
  problem: (problem: LoadProblem) => string
  preset: (name: string, isVerified: boolean) => string
  panelAsk: (reads: string) => string
  panelYes: string
  panelNo: string
  panelDiffers: string
  fuel: string
  fuelFigures: (cost: string, earns: string | null) => string
  fuelReasons: Record<WorthReason, string>
  marketAge: string
  minimum: string
  minimums: Record<MinimumLoad, string>
  contactor: string
  beating: string
  notBeating: string
  stops: Record<string, string>
  warnings: Record<string, string>
  /** What distinguishes one meter from another. */
  meterParts: Record<MeterPart, string>
  /** Another meter answers than at the check: `part` is what shows it. */
  otherMeter: (part: string, is: string, was: string) => string
  /** Whom the box tells of itself, and how that goes. */
  reportsToShip: string
  publishers: Record<string, string>
  /** Names of what it tells, on chart plotters and in Home Assistant. */
  figureLabels: FigureLabels
}

const phaseName = (phase: number) => `L${phase + 1}`

export const powerTexts: Record<Language, PowerTexts> = {
  nl: {
    title: 'Vermogen',
    stopAll: 'Stop alle miners',
    stopExplained: 'Werkt meteen en blijft gelden, ook na een herstart. Alleen hier aan boord op te heffen.',
    stopped: 'Alles is gestopt door de bemanning',
    stoppedExplained: 'Geen enkele miner start, ook niet op verzoek van de wal.',
    release: 'Stop opheffen',
    releaseExplained: 'Miners starten daarna weer wanneer de generator ruimte heeft.',
    releaseNow: 'Ja, hef de stop op',
    notSetUp: 'Er is geen generatormeting ingesteld: de miners volgen de generator niet.',
    state: 'Toestand',
    states: {
      off: 'volgt niets',
      free: 'genoeg ruimte, alles mag rekenen',
      curtailed: 'miners wijken voor het schip',
      holding: 'wacht voordat miners terugkomen',
      restoring: 'miners komen terug',
      'load-unknown': 'belasting onbekend: alles uit',
      'master-stop': 'gestopt door de bemanning',
      'quiet-hours': 'rusttijd: alles uit',
      'shore-power': 'walstroom of accu: alles uit',
      'not-worth': 'miners rusten vanwege de brandstof',
      'no-cooling': 'er stroomt geen koelwater: alles uit',
    },
    supplies: { generator: 'Generator', shore: 'Walstroom', battery: 'Accu’s' },
    ofLimit: (load, limit) => `${load} van ${limit} toegestaan`,
    set: 'Aggregaat',
    setState: (isRunning) =>
      isRunning === null
        ? 'signaal onbekend, telt niet mee'
        : isRunning
          ? 'levert'
          : 'levert niet, telt niet mee',
    meanLoad: 'Gemiddelde over 24 draaiuren',
    ofMean: (percent, limit) =>
      limit === null
        ? `${percent} % van het vermogen`
        : `${percent} % van het vermogen, hoogstens ${limit} %`,
    ship: 'Het schip zelf',
    mining: 'Miners',
    headroom: 'Vrije ruimte voor miners',
    curtailed: 'Weggenomen voor het schip',
    asleep: (asleep, total) => `${asleep} van ${total} miners slapen`,
    reading: 'Meting',
    readingAge: 'Ouderdom van de meting',
    sources: {
      'signal-k': 'Signal K',
      'modbus-tcp': 'Modbus-meter',
      sunspec: 'SunSpec-meter',
      'shelly-rpc': 'Shelly',
      'victron-mqtt': 'Victron GX',
      mqtt: 'MQTT-meter',
      contact: 'contact',
    },
    sourceStates: {
      stopped: 'uit',
      connecting: 'verbinden',
      connected: 'meet',
      silent: 'verbonden, maar geen waarden',
      waiting: 'geen verbinding, nieuwe poging volgt',
      'needs-approval': 'wacht op toestemming in Signal K',
      denied: 'toegang geweigerd',
      refused: 'geeft waarden die niet kunnen kloppen: alles uit',
    },
    problem: (one) => {
      switch (one.code) {
        case 'phase-below-zero':
          return `fase ${phaseName(one.phase)} staat onder nul: stroomtang verkeerd om, of iets levert terug`
        case 'below-zero':
          return 'het vermogen staat onder nul: stroomtangen verkeerd om, of het teken in de instelling klopt niet'
        case 'unit-too-small':
          return 'zo weinig dat kilowatts als watts worden gelezen: controleer de eenheid'
        case 'unit-too-large':
          return 'meer dan een generator kan geven: watts worden als kilowatts gelezen, controleer de eenheid'
        case 'sum-mismatch':
          return 'de fasen tellen niet op tot het totaal: verkeerd register of een tang op de verkeerde kabel'
        case 'implausible-voltage':
          return `fase ${phaseName(one.phase)} meet ${Math.round(one.volts)} V: verkeerde meter of register, of de generator staat stil`
        case 'implausible-frequency':
          return `de frequentie is ${one.hz} Hz: verkeerde meter of register, of de generator staat stil`
        case 'panel-differs':
          return 'de bemanning ziet op het schakelbord iets anders'
        case 'supply-unknown':
          return "niets zegt of nu de generator, walstroom of accu's het schip voeden (Victron: ActiveIn/Source; anders is het signaal daarvan niet te lezen)"
        case 'two-sources':
          return `twee apparaten melden ${one.path}: ${one.sources.join(', ')}. Kies er een (sourceFilter)`
      }
    },
    preset: (name, isVerified) => `${name}, ${isVerified ? 'gecontroleerd' : 'nog niet gecontroleerd'}`,
    panelAsk: (reads) => `De meter geeft ${reads}. Staat dat ook op uw schakelbord?`,
    panelYes: 'Ja, dat klopt',
    panelNo: 'Nee, iets anders',
    panelDiffers:
      'Volgens de bemanning staat op het schakelbord iets anders: de meter wordt niet geloofd en alles is uit. Controleer stroomtangen, hun verhouding (ratio) en de keuze van de meter.',
    fuel: 'Brandstof',
    fuelFigures: (cost, earns) =>
      earns === null
        ? `een kWh erbij kost ${cost}; wat die opbrengt is niet bekend`
        : `een kWh erbij kost ${cost} en brengt ${earns} op`,
    fuelReasons: {
      'not-worth': 'Miners rusten: de brandstof kost meer dan ze opbrengen.',
      'worth-unknown': 'Miners rusten: de dieselprijs of de opbrengst is niet bekend.',
      'only-wasted': 'Miners rusten: het aggregaat heeft de belasting die het nodig heeft.',
    },
    marketAge: 'Ouderdom van de opbrengstcijfers',
    minimum: 'Minimale belasting',
    minimums: {
      own: 'het schip zelf vraagt genoeg',
      held: 'miners houden het aggregaat op zijn minimum',
      below: 'er is te weinig belasting',
    },
    contactor: 'Hartslag naar de magneetschakelaar',
    beating: 'klopt',
    notBeating: 'staat stil: de magneetschakelaar valt af',
    stops: {
      'not-set-up': 'niet ingesteld',
      'load-unknown': 'belasting onbekend',
      overload: 'de generator was overbelast of werd niet gemeten: wacht op afkoeling en ruimte',
      locked: 'te vaak overbelast: kijk wat er is, druk dan op ‘Stop alle miners’ en hef de stop weer op',
      'no-room': 'wacht op ruimte voor de miners die met de spanning terugkomen',
      'ordered-off': 'alles is uit op bevel',
    },
    meterParts: { serial: 'serienummer', source: 'bron', model: 'model', maker: 'fabrikant' },
    otherMeter: (part, is, was) =>
      `Er antwoordt een andere meter dan bij de controle: ${part} ${is} in plaats van ${was}. Tot de stap ‘Eén miner starten’ van de controle opnieuw gelukt is, blijft 30 % van de generator vrij. Is hij met opzet vervangen, controleer dan zijn stroomtangen, hun verhouding en de kabel waar ze om zitten, en doe die stap.`,
    warnings: {
      'settings-lost':
        'De instellingen en grenzen van deze box konden niet worden gelezen: alles staat stil. Controleer het vermogen van de generator, de grens en de bedrading, en hef daarna de stop op.',
      'check-lost':
        'Het resultaat van de controle bij ingebruikname kon niet worden gelezen: doe de controle opnieuw.',
      'meter-doubted':
        'De meter van de generator beweegt niet meer mee met de miners: 30 % van de generator blijft vrij. Controleer of hij vervangen is, en zijn stroomtangen, hun verhouding en de kabel waar ze om zitten. Doe daarna de stap ‘Eén miner starten’ van de controle opnieuw.',
      'reserve-too-low': 'De reserve is kleiner dan nodig.',
      'cannot-shed-enough': 'Er kan niet genoeg worden weggenomen.',
      disobedient: 'Een miner gehoorzaamt niet en telt als volle belasting.',
      'not-curtailable': 'Er is een miner die niet kan worden teruggenomen.',
      'not-reachable': 'Een miner antwoordt niet en telt als volle belasting.',
      'repeated-overload': 'De generator was herhaaldelijk overbelast.',
      'low-frequency': 'De frequentie van de generator zakt: de motor heeft meer belasting dan hij aankan.',
      'low-voltage': 'De spanning van de generator zakt: hij heeft meer belasting dan hij aankan.',
      'making-room': 'Het schip kan zo ineens meer vragen: daarvoor wordt ruimte vrijgehouden.',
      'mean-load': 'De generator mag gemiddeld niet meer geven: miners wachten tot het gemiddelde daalt.',
    },
    reportsToShip: 'Vertelt het schip',
    publishers: {
      publishing: 'krijgt de waarden',
      waiting: 'geen verbinding, nieuwe poging volgt',
      'not-taken': 'neemt niets aan',
      'needs-approval': 'wacht op toestemming om te schrijven',
    },
    figureLabels: {
      miningWatts: 'Miners',
      generatorWatts: 'Generator',
      shipWatts: 'Het schip zelf',
      limitWatts: 'Grens',
      headroomWatts: 'Vrij voor miners',
      curtailedWatts: 'Weggenomen voor het schip',
      reserveWatts: 'Reserve',
      requiredReserveWatts: 'Nodige reserve',
      state: 'Toestand van de miners',
      minersAsleep: 'Slapende miners',
      needsSomebody: 'Miners vragen aandacht',
    },
  },
  en: {
    title: 'Power',
    stopAll: 'Stop all miners',
    stopExplained:
      'Works at once and stays in force, also after a restart. Can only be released here on board.',
    stopped: 'The crew has stopped everything',
    stoppedExplained: 'No miner starts, not at the wish of shore either.',
    release: 'Release the stop',
    releaseExplained: 'Miners then start again when the generator has room.',
    releaseNow: 'Yes, release the stop',
    notSetUp: 'No generator reading is set up: the miners do not follow the generator.',
    state: 'State',
    states: {
      off: 'follows nothing',
      free: 'room enough, everything may mine',
      curtailed: 'miners give way to the ship',
      holding: 'waits before miners come back',
      restoring: 'miners are coming back',
      'load-unknown': 'load unknown: everything off',
      'master-stop': 'stopped by the crew',
      'quiet-hours': 'quiet hours: everything off',
      'shore-power': 'shore power or batteries: everything off',
      'not-worth': 'miners rest for the sake of the fuel',
      'no-cooling': 'no cooling water flows: everything is off',
    },
    supplies: { generator: 'Generator', shore: 'Shore power', battery: 'Batteries' },
    ofLimit: (load, limit) => `${load} of ${limit} allowed`,
    set: 'Set',
    setState: (isRunning) =>
      isRunning === null
        ? 'signal unknown, so it does not count'
        : isRunning
          ? 'feeds the ship'
          : 'does not feed the ship and does not count',
    meanLoad: 'Mean over 24 running hours',
    ofMean: (percent, limit) =>
      limit === null ? `${percent} % of the rating` : `${percent} % of the rating, at most ${limit} %`,
    ship: 'The ship itself',
    mining: 'Miners',
    headroom: 'Free for miners',
    curtailed: 'Taken away for the ship',
    asleep: (asleep, total) => `${asleep} of ${total} miners asleep`,
    reading: 'Reading',
    readingAge: 'Age of the reading',
    sources: {
      'signal-k': 'Signal K',
      'modbus-tcp': 'Modbus meter',
      sunspec: 'SunSpec meter',
      'shelly-rpc': 'Shelly',
      'victron-mqtt': 'Victron GX',
      mqtt: 'MQTT meter',
      contact: 'contact',
    },
    sourceStates: {
      stopped: 'off',
      connecting: 'connecting',
      connected: 'reading',
      silent: 'connected, but no values',
      waiting: 'no connection, trying again soon',
      'needs-approval': 'waits for approval in Signal K',
      denied: 'access denied',
      refused: 'gives values that cannot be right: all off',
    },
    problem: (one) => {
      switch (one.code) {
        case 'phase-below-zero':
          return `phase ${phaseName(one.phase)} is below zero: a clamp the wrong way round, or something feeds back`
        case 'below-zero':
          return 'the power is below zero: clamps the wrong way round, or the sign in the setting is wrong'
        case 'unit-too-small':
          return 'so little that kilowatts are read as watts: check the unit'
        case 'unit-too-large':
          return 'more than a generator can give: watts are read as kilowatts, check the unit'
        case 'sum-mismatch':
          return 'the phases do not add up to the total: a wrong register, or a clamp on the wrong cable'
        case 'implausible-voltage':
          return `phase ${phaseName(one.phase)} reads ${Math.round(one.volts)} V: a wrong meter or register, or the generator stands still`
        case 'implausible-frequency':
          return `the frequency reads ${one.hz} Hz: a wrong meter or register, or the generator stands still`
        case 'panel-differs':
          return 'the crew sees something else on the panel'
        case 'supply-unknown':
          return 'nothing says whether the generator, shore power or batteries feed the ship now (Victron: ActiveIn/Source; otherwise their signal cannot be read)'
        case 'two-sources':
          return `two devices tell ${one.path}: ${one.sources.join(', ')}. Choose one (sourceFilter)`
      }
    },
    preset: (name, isVerified) => `${name}, ${isVerified ? 'checked' : 'not checked yet'}`,
    panelAsk: (reads) => `The meter reads ${reads}. Is that what your panel says?`,
    panelYes: 'Yes, it is',
    panelNo: 'No, something else',
    panelDiffers:
      'The crew said that the panel shows something else: the meter is not believed, and everything is off. Check the clamps, their ratio and the choice of meter.',
    fuel: 'Fuel',
    fuelFigures: (cost, earns) =>
      earns === null
        ? `one kWh more costs ${cost}; what it earns is not known`
        : `one kWh more costs ${cost} and earns ${earns}`,
    fuelReasons: {
      'not-worth': 'Miners rest: their fuel costs more than they earn.',
      'worth-unknown': 'Miners rest: the price of diesel, or what mining earns, is not known.',
      'only-wasted': 'Miners rest: the set has the load it needs.',
    },
    marketAge: 'Age of the earnings figures',
    minimum: 'Minimum load',
    minimums: {
      own: 'the ship itself takes enough',
      held: 'miners keep the set at its minimum load',
      below: 'there is too little load',
    },
    contactor: 'Heartbeat to the contactor',
    beating: 'beats',
    notBeating: 'has stopped: the contactor opens',
    stops: {
      'not-set-up': 'not set up',
      'load-unknown': 'load unknown',
      overload: 'the generator was overloaded or not measured: waits to cool down and for room',
      locked:
        'overloaded too often: see what is wrong, then press “Stop all miners” and release the stop again',
      'no-room': 'waits for room for the miners that come back with the power',
      'ordered-off': 'everything is off by an order',
    },
    meterParts: { serial: 'serial number', source: 'source', model: 'model', maker: 'maker' },
    otherMeter: (part, is, was) =>
      `Another meter answers than at the check: ${part} ${is} instead of ${was}. Until the step “Start one miner” of the check has passed again, 30 % of the generator stays free. If it was changed on purpose, check its clamps, their ratio and the cable that they are on, and do that step.`,
    warnings: {
      'settings-lost':
        'The settings and limits of this box could not be read: everything is stopped. Check what the generator can give, the limit and the wiring, then release the stop.',
      'check-lost': 'The result of the check at commissioning could not be read: do the check again.',
      'meter-doubted':
        'The generator’s meter no longer moves with the miners: 30 % of the generator stays free. Check whether it was changed, and its clamps, their ratio and the cable that they are on. Then do the step “Start one miner” of the check again.',
      'reserve-too-low': 'The reserve is smaller than needed.',
      'cannot-shed-enough': 'Not enough can be taken away.',
      disobedient: 'A miner does not obey and counts as full load.',
      'not-curtailable': 'There is a miner that cannot be taken back.',
      'not-reachable': 'A miner does not answer and counts as full load.',
      'repeated-overload': 'The generator was overloaded repeatedly.',
      'low-frequency': 'The generator’s frequency sags: its engine has more load than it can bear.',
      'low-voltage': 'The generator’s voltage sags: it has more load than it can bear.',
      'making-room': 'A step of the ship may come: room for it is kept free.',
      'mean-load': 'The generator may not give more on average: miners wait until the mean falls.',
    },
    reportsToShip: 'Tells the ship',
    publishers: {
      publishing: 'gets the values',
      waiting: 'no connection, trying again soon',
      'not-taken': 'takes nothing',
      'needs-approval': 'waits for leave to write',
    },
    figureLabels: {
      miningWatts: 'Miners',
      generatorWatts: 'Generator',
      shipWatts: 'The ship itself',
      limitWatts: 'Limit',
      headroomWatts: 'Free for miners',
      curtailedWatts: 'Taken away for the ship',
      reserveWatts: 'Reserve',
      requiredReserveWatts: 'Reserve needed',
      state: 'State of the miners',
      minersAsleep: 'Miners asleep',
      needsSomebody: 'Miners need attention',
    },
  },
  de: {
    title: 'Leistung',
    stopAll: 'Alle Miner stoppen',
    stopExplained: 'Wirkt sofort und gilt weiter, auch nach einem Neustart. Nur hier an Bord aufzuheben.',
    stopped: 'Die Besatzung hat alles gestoppt',
    stoppedExplained: 'Kein Miner startet, auch nicht auf Wunsch von Land.',
    release: 'Stopp aufheben',
    releaseExplained: 'Danach starten Miner wieder, sobald der Generator Leistung frei hat.',
    releaseNow: 'Ja, Stopp aufheben',
    notSetUp: 'Es ist keine Generatormessung eingerichtet: Die Miner richten sich nicht nach dem Generator.',
    state: 'Zustand',
    states: {
      off: 'richtet sich nach nichts',
      free: 'genug Leistung frei, alles darf schürfen',
      curtailed: 'Miner weichen dem Schiff',
      holding: 'wartet, bevor Miner zurückkommen',
      restoring: 'Miner kommen zurück',
      'load-unknown': 'Last unbekannt: alles aus',
      'master-stop': 'von der Besatzung gestoppt',
      'quiet-hours': 'Ruhezeit: alles aus',
      'shore-power': 'Landstrom oder Batterie: alles aus',
      'not-worth': 'Miner ruhen wegen des Kraftstoffs',
      'no-cooling': 'es fließt kein Kühlwasser: alles aus',
    },
    supplies: { generator: 'Generator', shore: 'Landstrom', battery: 'Batterien' },
    ofLimit: (load, limit) => `${load} von ${limit} erlaubt`,
    set: 'Aggregat',
    setState: (isRunning) =>
      isRunning === null
        ? 'Signal unbekannt, zählt nicht mit'
        : isRunning
          ? 'speist das Schiff'
          : 'speist nicht und zählt nicht mit',
    meanLoad: 'Mittel über 24 Betriebsstunden',
    ofMean: (percent, limit) =>
      limit === null ? `${percent} % der Leistung` : `${percent} % der Leistung, höchstens ${limit} %`,
    ship: 'Das Schiff selbst',
    mining: 'Miner',
    headroom: 'Frei für Miner',
    curtailed: 'Für das Schiff weggenommen',
    asleep: (asleep, total) => `${asleep} von ${total} Minern schlafen`,
    reading: 'Messung',
    readingAge: 'Alter der Messung',
    sources: {
      'signal-k': 'Signal K',
      'modbus-tcp': 'Modbus-Zähler',
      sunspec: 'SunSpec-Zähler',
      'shelly-rpc': 'Shelly',
      'victron-mqtt': 'Victron GX',
      mqtt: 'MQTT-Zähler',
      contact: 'Kontakt',
    },
    sourceStates: {
      stopped: 'aus',
      connecting: 'verbindet',
      connected: 'misst',
      silent: 'verbunden, aber keine Werte',
      waiting: 'keine Verbindung, neuer Versuch folgt',
      'needs-approval': 'wartet auf Freigabe in Signal K',
      denied: 'Zugriff abgelehnt',
      refused: 'gibt Werte, die nicht stimmen können: alles aus',
    },
    problem: (one) => {
      switch (one.code) {
        case 'phase-below-zero':
          return `Phase ${phaseName(one.phase)} liegt unter null: Stromwandler verkehrt herum, oder etwas speist zurück`
        case 'below-zero':
          return 'die Leistung liegt unter null: Stromwandler verkehrt herum, oder das Vorzeichen in der Einstellung stimmt nicht'
        case 'unit-too-small':
          return 'so wenig, dass Kilowatt als Watt gelesen werden: Einheit prüfen'
        case 'unit-too-large':
          return 'mehr, als ein Generator geben kann: Watt werden als Kilowatt gelesen, Einheit prüfen'
        case 'sum-mismatch':
          return 'die Phasen ergeben nicht die Summe: falsches Register oder ein Wandler am falschen Kabel'
        case 'implausible-voltage':
          return `Phase ${phaseName(one.phase)} zeigt ${Math.round(one.volts)} V: falscher Zähler oder falsches Register, oder der Generator steht`
        case 'implausible-frequency':
          return `die Frequenz ist ${one.hz} Hz: falscher Zähler oder falsches Register, oder der Generator steht`
        case 'panel-differs':
          return 'die Besatzung liest an der Schalttafel etwas anderes'
        case 'supply-unknown':
          return 'nichts sagt, ob gerade der Generator, Landstrom oder Batterien das Schiff speisen (Victron: ActiveIn/Source; sonst ist deren Signal nicht lesbar)'
        case 'two-sources':
          return `zwei Geräte melden ${one.path}: ${one.sources.join(', ')}. Eines auswählen (sourceFilter)`
      }
    },
    preset: (name, isVerified) => `${name}, ${isVerified ? 'geprüft' : 'noch nicht geprüft'}`,
    panelAsk: (reads) => `Der Zähler zeigt ${reads}. Zeigt das auch Ihre Schalttafel?`,
    panelYes: 'Ja, das stimmt',
    panelNo: 'Nein, etwas anderes',
    panelDiffers:
      'Die Schalttafel zeigt laut Besatzung etwas anderes: Dem Zähler wird nicht geglaubt, alles ist aus. Stromwandler, ihr Verhältnis (ratio) und die Wahl des Zählers prüfen.',
    fuel: 'Kraftstoff',
    fuelFigures: (cost, earns) =>
      earns === null
        ? `eine kWh mehr kostet ${cost}; was sie einbringt, ist nicht bekannt`
        : `eine kWh mehr kostet ${cost} und bringt ${earns} ein`,
    fuelReasons: {
      'not-worth': 'Miner ruhen: Ihr Kraftstoff kostet mehr, als sie einbringen.',
      'worth-unknown': 'Miner ruhen: Der Dieselpreis oder der Ertrag ist nicht bekannt.',
      'only-wasted': 'Miner ruhen: Das Aggregat hat die Last, die es braucht.',
    },
    marketAge: 'Alter der Ertragszahlen',
    minimum: 'Mindestlast',
    minimums: {
      own: 'das Schiff selbst nimmt genug ab',
      held: 'Miner halten das Aggregat auf seiner Mindestlast',
      below: 'die Last ist zu gering',
    },
    contactor: 'Herzschlag zum Schütz',
    beating: 'schlägt',
    notBeating: 'steht still: Das Schütz fällt ab',
    stops: {
      'not-set-up': 'nicht eingerichtet',
      'load-unknown': 'Last unbekannt',
      overload:
        'der Generator war überlastet oder wurde nicht gemessen: wartet auf Abkühlung und freie Leistung',
      locked:
        'zu oft überlastet: nachsehen, was los ist, dann „Alle Miner stoppen“ drücken und den Stopp wieder aufheben',
      'no-room': 'wartet auf freie Leistung für die Miner, die mit der Spannung wiederkommen',
      'ordered-off': 'auf Befehl ist alles aus',
    },
    meterParts: { serial: 'Seriennummer', source: 'Quelle', model: 'Modell', maker: 'Hersteller' },
    otherMeter: (part, is, was) =>
      `Es antwortet ein anderer Zähler als bei der Prüfung: ${part} ${is} statt ${was}. Bis der Schritt „Einen Miner starten“ der Prüfung wieder bestanden ist, bleiben 30 % des Generators frei. Wurde er absichtlich getauscht, prüfen Sie seine Stromwandler, ihr Verhältnis und das Kabel, um das sie liegen, und führen Sie diesen Schritt durch.`,
    warnings: {
      'settings-lost':
        'Die Einstellungen und Grenzen dieser Box waren nicht lesbar: Alles steht. Prüfen Sie Generatorleistung, Grenze und Verdrahtung und heben Sie danach den Stopp auf.',
      'check-lost':
        'Das Ergebnis der Prüfung bei Inbetriebnahme war nicht lesbar: Führen Sie die Prüfung erneut durch.',
      'meter-doubted':
        'Der Zähler des Generators folgt den Minern nicht mehr: 30 % des Generators bleiben frei. Prüfen Sie, ob er getauscht wurde, und seine Stromwandler, ihr Verhältnis und das Kabel, um das sie liegen. Führen Sie danach den Schritt „Einen Miner starten“ der Prüfung erneut durch.',
      'reserve-too-low': 'Die Reserve ist kleiner als nötig.',
      'cannot-shed-enough': 'Es kann nicht genug weggenommen werden.',
      disobedient: 'Ein Miner gehorcht nicht und zählt als volle Last.',
      'not-curtailable': 'Es gibt einen Miner, der sich nicht drosseln lässt.',
      'not-reachable': 'Ein Miner antwortet nicht und zählt als volle Last.',
      'repeated-overload': 'Der Generator war wiederholt überlastet.',
      'low-frequency': 'Die Frequenz des Generators sinkt: Der Motor hat mehr Last, als er verträgt.',
      'low-voltage': 'Die Spannung des Generators sinkt: Er hat mehr Last, als er verträgt.',
      'making-room': 'Das Schiff kann gleich sprunghaft mehr brauchen: Dafür wird Leistung freigehalten.',
      'mean-load': 'Im Mittel darf der Generator nicht mehr geben: Miner warten, bis das Mittel sinkt.',
    },
    reportsToShip: 'Meldet dem Schiff',
    publishers: {
      publishing: 'erhält die Werte',
      waiting: 'keine Verbindung, neuer Versuch folgt',
      'not-taken': 'nimmt nichts an',
      'needs-approval': 'wartet auf die Erlaubnis zu schreiben',
    },
    figureLabels: {
      miningWatts: 'Miner',
      generatorWatts: 'Generator',
      shipWatts: 'Das Schiff selbst',
      limitWatts: 'Grenze',
      headroomWatts: 'Frei für Miner',
      curtailedWatts: 'Für das Schiff abgegeben',
      reserveWatts: 'Reserve',
      requiredReserveWatts: 'Nötige Reserve',
      state: 'Zustand der Miner',
      minersAsleep: 'Schlafende Miner',
      needsSomebody: 'Miner brauchen Aufmerksamkeit',
    },
  },
  ro: {
    title: 'Putere',
    stopAll: 'Opriți toate minerele',
    stopExplained:
      'Are efect imediat și rămâne valabilă, și după o repornire. Poate fi ridicată numai aici, la bord.',
    stopped: 'Echipajul a oprit totul',
    stoppedExplained: 'Niciun miner nu pornește, nici la cererea de pe mal.',
    release: 'Ridicați oprirea',
    releaseExplained: 'Apoi minerele pornesc din nou când generatorul are putere liberă.',
    releaseNow: 'Da, ridicați oprirea',
    notSetUp: 'Nu este configurată nicio măsurătoare a generatorului: minerele nu urmăresc generatorul.',
    state: 'Stare',
    states: {
      off: 'nu urmărește nimic',
      free: 'destulă putere liberă, totul poate mina',
      curtailed: 'minerele cedează puterea navei',
      holding: 'așteaptă înainte ca minerele să revină',
      restoring: 'minerele revin',
      'load-unknown': 'sarcină necunoscută: totul oprit',
      'master-stop': 'oprit de echipaj',
      'quiet-hours': 'ore de liniște: totul oprit',
      'shore-power': 'curent de la mal sau baterii: totul oprit',
      'not-worth': 'minerele stau din cauza combustibilului',
      'no-cooling': 'nu curge apă de răcire: totul este oprit',
    },
    supplies: { generator: 'Generator', shore: 'Curent de la mal', battery: 'Baterii' },
    ofLimit: (load, limit) => `${load} din ${limit} permis`,
    set: 'Grup',
    setState: (isRunning) =>
      isRunning === null
        ? 'semnal necunoscut, nu se ia în calcul'
        : isRunning
          ? 'alimentează nava'
          : 'nu alimentează și nu se ia în calcul',
    meanLoad: 'Media pe 24 de ore de funcționare',
    ofMean: (percent, limit) =>
      limit === null ? `${percent} % din putere` : `${percent} % din putere, cel mult ${limit} %`,
    ship: 'Nava însăși',
    mining: 'Minere',
    headroom: 'Liber pentru minere',
    curtailed: 'Retras pentru navă',
    asleep: (asleep, total) => `${asleep} din ${total} minere dorm`,
    reading: 'Măsurătoare',
    readingAge: 'Vechimea măsurătorii',
    sources: {
      'signal-k': 'Signal K',
      'modbus-tcp': 'contor Modbus',
      sunspec: 'contor SunSpec',
      'shelly-rpc': 'Shelly',
      'victron-mqtt': 'Victron GX',
      mqtt: 'contor MQTT',
      contact: 'contact',
    },
    sourceStates: {
      stopped: 'oprit',
      connecting: 'se conectează',
      connected: 'măsoară',
      silent: 'conectat, dar fără valori',
      waiting: 'fără conexiune, urmează o nouă încercare',
      'needs-approval': 'așteaptă aprobarea în Signal K',
      denied: 'acces refuzat',
      refused: 'dă valori care nu pot fi corecte: totul oprit',
    },
    problem: (one) => {
      switch (one.code) {
        case 'phase-below-zero':
          return `faza ${phaseName(one.phase)} este sub zero: un clește montat invers sau ceva debitează înapoi`
        case 'below-zero':
          return 'puterea este sub zero: clești montați invers sau semnul din setare este greșit'
        case 'unit-too-small':
          return 'atât de puțin încât kilowații sunt citiți ca wați: verificați unitatea'
        case 'unit-too-large':
          return 'mai mult decât poate da un generator: wații sunt citiți ca kilowați, verificați unitatea'
        case 'sum-mismatch':
          return 'fazele nu dau totalul: registru greșit sau un clește pe alt cablu'
        case 'implausible-voltage':
          return `faza ${phaseName(one.phase)} arată ${Math.round(one.volts)} V: contor sau registru greșit ori generatorul stă`
        case 'implausible-frequency':
          return `frecvența este ${one.hz} Hz: contor sau registru greșit ori generatorul stă`
        case 'panel-differs':
          return 'echipajul vede altceva pe tablou'
        case 'supply-unknown':
          return 'nimic nu spune dacă nava este alimentată acum de generator, de la mal sau din baterii (Victron: ActiveIn/Source; altfel, semnalul lor nu poate fi citit)'
        case 'two-sources':
          return `două aparate raportează ${one.path}: ${one.sources.join(', ')}. Alegeți unul (sourceFilter)`
      }
    },
    preset: (name, isVerified) => `${name}, ${isVerified ? 'verificat' : 'încă neverificat'}`,
    panelAsk: (reads) => `Contorul arată ${reads}. Același lucru îl arată și tabloul?`,
    panelYes: 'Da, la fel',
    panelNo: 'Nu, altceva',
    panelDiffers:
      'Echipajul spune că tabloul arată altceva: contorul nu este crezut și totul este oprit. Verificați cleștii, raportul lor (ratio) și alegerea contorului.',
    fuel: 'Combustibil',
    fuelFigures: (cost, earns) =>
      earns === null
        ? `un kWh în plus costă ${cost}; cât aduce nu se știe`
        : `un kWh în plus costă ${cost} și aduce ${earns}`,
    fuelReasons: {
      'not-worth': 'Minerele stau: combustibilul costă mai mult decât câștigă.',
      'worth-unknown': 'Minerele stau: prețul motorinei sau câștigul nu este cunoscut.',
      'only-wasted': 'Minerele stau: grupul electrogen are sarcina de care are nevoie.',
    },
    marketAge: 'Vechimea cifrelor de câștig',
    minimum: 'Sarcina minimă',
    minimums: {
      own: 'nava însăși consumă destul',
      held: 'minerele țin grupul la sarcina minimă',
      below: 'sarcina este prea mică',
    },
    contactor: 'Semnalul de viață către contactor',
    beating: 'activ',
    notBeating: 's-a oprit: contactorul se deschide',
    stops: {
      'not-set-up': 'neconfigurat',
      'load-unknown': 'sarcină necunoscută',
      overload: 'generatorul a fost suprasolicitat sau nu a fost măsurat: așteaptă răcirea și putere liberă',
      locked:
        'suprasolicitat prea des: verificați cauza, apoi apăsați „Opriți toate minerele” și ridicați oprirea',
      'no-room': 'așteaptă putere liberă pentru minerele care revin odată cu alimentarea',
      'ordered-off': 'totul este oprit la comandă',
    },
    meterParts: { serial: 'număr de serie', source: 'sursă', model: 'model', maker: 'producător' },
    otherMeter: (part, is, was) =>
      `Răspunde alt contor decât la verificare: ${part} ${is} în loc de ${was}. Până când pasul „Pornirea unui miner” din verificare reușește din nou, 30 % din generator rămâne liber. Dacă a fost înlocuit intenționat, verificați cleștii, raportul lor și cablul pe care sunt montați, apoi faceți acest pas.`,
    warnings: {
      'settings-lost':
        'Setările și limitele acestei cutii nu au putut fi citite: totul este oprit. Verificați puterea generatorului, limita și cablajul, apoi ridicați oprirea.',
      'check-lost':
        'Rezultatul verificării la punerea în funcțiune nu a putut fi citit: refaceți verificarea.',
      'meter-doubted':
        'Contorul generatorului nu mai urmează minerele: 30 % din generator rămâne liber. Verificați dacă a fost înlocuit, precum și cleștii, raportul lor și cablul pe care sunt montați. Apoi refaceți pasul „Pornirea unui miner” din verificare.',
      'reserve-too-low': 'Rezerva este mai mică decât este necesar.',
      'cannot-shed-enough': 'Nu se poate retrage suficient.',
      disobedient: 'Un miner nu execută comenzile și este socotit la sarcină maximă.',
      'not-curtailable': 'Există un miner care nu poate fi redus.',
      'not-reachable': 'Un miner nu răspunde și este socotit la sarcină maximă.',
      'repeated-overload': 'Generatorul a fost suprasolicitat în mod repetat.',
      'low-frequency': 'Frecvența generatorului scade: motorul are o sarcină mai mare decât poate duce.',
      'low-voltage': 'Tensiunea generatorului scade: are o sarcină mai mare decât poate duce.',
      'making-room': 'Nava poate cere brusc mai mult: se păstrează putere liberă pentru aceasta.',
      'mean-load': 'Generatorul nu poate da mai mult în medie: minerele așteaptă până scade media.',
    },
    reportsToShip: 'Informează nava',
    publishers: {
      publishing: 'primește valorile',
      waiting: 'fără legătură, urmează o nouă încercare',
      'not-taken': 'nu primește nimic',
      'needs-approval': 'așteaptă permisiunea de a scrie',
    },
    figureLabels: {
      miningWatts: 'Minere',
      generatorWatts: 'Generator',
      shipWatts: 'Nava însăși',
      limitWatts: 'Limită',
      headroomWatts: 'Liber pentru minere',
      curtailedWatts: 'Cedat navei',
      reserveWatts: 'Rezervă',
      requiredReserveWatts: 'Rezervă necesară',
      state: 'Starea minerelor',
      minersAsleep: 'Minere în repaus',
      needsSomebody: 'Minerele au nevoie de atenție',
    },
  },
}

/** The sentence of a warning. A meter that is doubted because another one answers is named as that. */
export function warningText(code: string, language: Language, otherMeter: OtherMeter | null = null): string {
  const t = powerTexts[language]
  if (code === 'meter-doubted' && otherMeter !== null)
    return t.otherMeter(t.meterParts[otherMeter.part], otherMeter.is, otherMeter.was)
  return t.warnings[code] ?? code
}

/** Who a meter says that it is; null where it says nothing. */
export const meterNameOf = (meter: Pick<MeterIdentity, MeterPart>, language: Language): string | null =>
  describeMeter(meter, (part) => powerTexts[language].meterParts[part])

/** The sentence of an alarm. */
export function alarmText(code: string, language: Language, otherMeter: OtherMeter | null = null): string {
  const t = powerTexts[language]
  if (code === 'load-unknown' || code === 'no-cooling' || code === 'curtailed') return t.states[code]
  return t.stops[code] ?? warningText(code, language, otherMeter)
}
