import type {
  ActiveStep,
  CommissioningFailure,
  CommissioningPosition,
  CommissioningStep,
  NotCovered,
  StepResult,
} from '@shipminer/domain/generator/commissioning/commissioning'
import type { Language } from '../texts.ts'

type Texts = {
  title: string
  open: string
  back: string
  lead: string
  cannotBegin: string
  position: Record<Exclude<CommissioningPosition, 'elsewhere'>, string> & {
    elsewhere: (who: string) => string
  }
  steps: Record<CommissioningStep, { name: string; what: string }>
  phases: Record<ActiveStep['phase']['name'], string>
  outcomes: Record<StepResult['outcome'] | 'missing', string>
  failures: Record<CommissioningFailure, string>
  begin: string
  again: string
  skip: string
  reason: string
  skipNow: string
  enter: string
  enterNow: string
  done: string
  giveUp: string
  reads: (kw: string) => string
  moved: (miner: string, meter: string) => string
  took: (time: string) => string
  step: (kw: string, isMeasured: boolean) => string
  /** Whom the meter that was checked says that it is. */
  meter: string
  reserve: string
  reserveIs: (set: string, required: string) => string
  notCovered: string
  leavesOpen: (step: string) => string
  never: Record<Exclude<NotCovered, CommissioningStep>, string>
  json: string
  print: string
}

/** The guided check at commissioning. */
export const commissionTexts: Readonly<Record<Language, Texts>> = {
  nl: {
    title: 'Controle bij inbedrijfstelling',
    open: 'Controle bij inbedrijfstelling',
    back: 'Alles over deze controller',
    lead: 'Zeven stappen, ongeveer twintig minuten. Een stap kan worden overgeslagen met een reden; na een herstart gaat de controle verder waar hij was. Zorg dat het schip de generator nu kan missen voor proeven.',
    cannotBegin:
      'De controle kan beginnen zodra een meter is aangesloten en het vermogen van de generator bekend is.',
    position: {
      open: 'Nog niet gecontroleerd: tot dan blijft voor de zekerheid 30 % van de generator vrij.',
      done: 'Gecontroleerd: die 30 % blijft niet meer vrij.',
      earlier:
        'Ingericht voordat deze controle bestond: zonder die 30 % vrij te laten, en nooit gemeten. Doe de controle alsnog.',
      elsewhere: (who) => `Op een andere manier gecontroleerd: ${who}. Er blijft geen 30 % extra vrij.`,
    },
    steps: {
      meter: { name: 'Meter vinden', what: 'De meter moet nu een geloofwaardig vermogen geven.' },
      panel: {
        name: 'Met het schakelbord vergelijken',
        what: 'Lees het vermogen op het schakelbord en geef antwoord op de vraag.',
      },
      miner: {
        name: 'Eén miner starten',
        what: 'Alle miners gaan slapen, dan start er een: de meter moet met zijn vermogen meegaan. Schakel intussen niets groots.',
      },
      stops: {
        name: 'Stoptijd per firmware',
        what: 'Van elke firmware start een miner en wordt weer gestopt; gemeten wordt hoe lang dat duurt.',
      },
      'largest-step': {
        name: 'Grootste belastingsprong van het schip',
        what: 'Vul in wat het grootste toestel in een keer vraagt, of schakel het in terwijl de miners slapen.',
      },
      contactor: {
        name: 'Magneetschakelaar',
        what: 'Een miner start; dan valt de puls weg en moet de magneetschakelaar zijn stroom uitschakelen.',
      },
      cable: {
        name: 'Kabel van de meter',
        what: 'Begin, trek dan de kabel van de meter los, wacht tot alles uit is en steek hem weer in.',
      },
    },
    phases: {
      look: 'Wacht op de meter of op u.',
      clear: 'De miners gaan slapen.',
      base: 'De belasting zonder miners wordt gemeten.',
      run: 'Een miner start; dat kan minuten duren.',
      compare: 'De meter wordt met de miner vergeleken.',
      stop: 'De stop wordt gemeten.',
      watch: 'Schakel nu het grootste toestel in en druk daarna op klaar.',
      drop: 'De magneetschakelaar moet nu openen.',
      back: 'Opgemerkt. Steek de kabel weer in.',
    },
    outcomes: {
      passed: 'in orde',
      failed: 'niet gelukt',
      skipped: 'overgeslagen',
      missing: 'nog niet gedaan',
    },
    failures: {
      'no-reading': 'de meter gaf geen waarde',
      'meter-refused': 'de waarden van de meter kunnen niet kloppen',
      'panel-differs': 'op het schakelbord staat iets anders',
      'no-miner': 'geen miner die bereikbaar is, mag draaien en te stoppen is',
      'did-not-sleep': 'niet alle miners gingen slapen',
      'did-not-start': 'de miner kwam niet op gang (ook: geen ruimte, of gestopt door bemanning of eigenaar)',
      'meter-did-not-follow': 'de meter ging niet met de miner mee: klem, verhouding of verkeerde kabel',
      'other-meter': 'er antwoordt een andere meter dan bij de controle',
      'no-step': 'er is niets groots ingeschakeld',
      'no-contactor': 'er is geen magneetschakelaar aangesloten',
      'did-not-open': 'de stroom viel niet weg',
      'not-noticed': 'de meter bleef waarden geven',
      'did-not-return': 'de meter kwam niet terug',
      'ended-by-person': 'afgebroken',
    },
    begin: 'Begin',
    again: 'Opnieuw',
    skip: 'Overslaan',
    reason: 'Reden',
    skipNow: 'Sla over',
    enter: 'Grootste belastingsprong, kW',
    enterNow: 'Invullen',
    done: 'Klaar',
    giveUp: 'Breek deze stap af',
    reads: (kw) => `de meter gaf ${kw}`,
    moved: (miner, meter) => `miner ${miner}, meter ${meter}`,
    took: (time) => `na ${time}`,
    step: (kw, isMeasured) => `${kw}, ${isMeasured ? 'gemeten' : 'ingevuld'}`,
    meter: 'Gecontroleerde meter',
    reserve: 'Reserve',
    reserveIs: (set, required) =>
      `${set} ingesteld; nodig volgens stoptijden en grootste belastingsprong: ${required}`,
    notCovered: 'Wat dit niet dekt',
    leavesOpen: (step) => `Niet aangetoond: ${step}`,
    never: {
      'plausible-lie': 'een meter die geloofwaardig liegt, zoals een klem om de verkeerde kabel',
      'larger-than-set': 'een belastingsprong die de generator zelf niet kan dragen',
      'seconds-before': 'de seconden tot de miners weg zijn',
      'welded-contactor': 'een magneetschakelaar die later vastlast',
      'two-controllers': 'twee controllers op één generator',
      'later-changes': 'wat na deze controle aan meter, miners of bedrading verandert',
    },
    json: 'Rapport als bestand (JSON)',
    print: 'Druk deze pagina af, of bewaar die met de browser als pdf.',
  },
  en: {
    title: 'Check at commissioning',
    open: 'Check at commissioning',
    back: 'All about this controller',
    lead: 'Seven steps, about twenty minutes. A step can be left out with a reason; after a restart the check goes on where it was. Make sure that the ship can spare the generator for trials now.',
    cannotBegin: 'The check can begin once a meter is wired and what the generator can give is known.',
    position: {
      open: 'Not checked yet: until then 30 % of the generator stays free, to be on the safe side.',
      done: 'Checked: that 30 % is no longer kept free.',
      earlier:
        'Set up before this check existed: without keeping 30 % free, and never measured. Do the check all the same.',
      elsewhere: (who) => `Checked in another way: ${who}. No extra 30 % is kept free.`,
    },
    steps: {
      meter: { name: 'Find the meter', what: 'The meter has to give a plausible power now.' },
      panel: {
        name: 'Compare with the panel',
        what: 'Read the power on the ship’s panel and answer the question.',
      },
      miner: {
        name: 'Start one miner',
        what: 'All miners go to sleep, then one starts: the meter has to move by its power. Switch nothing large meanwhile.',
      },
      stops: {
        name: 'Stop of each firmware',
        what: 'One miner of each firmware starts and is stopped again; how long that takes is measured.',
      },
      'largest-step': {
        name: 'Largest step of the ship',
        what: 'Enter what the largest consumer takes at once, or switch it on while the miners sleep.',
      },
      contactor: {
        name: 'Contactor',
        what: 'One miner starts; then the pulse stops and the contactor has to take its power away.',
      },
      cable: {
        name: 'The meter’s cable',
        what: 'Begin, then pull the meter’s cable, wait until everything is off and put it back.',
      },
    },
    phases: {
      look: 'Waiting for the meter, or for you.',
      clear: 'The miners are going to sleep.',
      base: 'The load without miners is measured.',
      run: 'A miner is starting; that may take minutes.',
      compare: 'The meter is compared with the miner.',
      stop: 'The stop is measured.',
      watch: 'Switch the largest consumer on now, then press done.',
      drop: 'The contactor has to open now.',
      back: 'Noticed. Put the cable back.',
    },
    outcomes: { passed: 'passed', failed: 'failed', skipped: 'left out', missing: 'not done yet' },
    failures: {
      'no-reading': 'the meter gave no value',
      'meter-refused': 'the values of the meter cannot be right',
      'panel-differs': 'the panel shows something else',
      'no-miner': 'no miner that answers, may run and can be stopped',
      'did-not-sleep': 'not every miner went to sleep',
      'did-not-start': 'the miner did not come up (also: no room, or stopped by crew or owner)',
      'meter-did-not-follow': 'the meter did not move with the miner: clamp, ratio or a wrong cable',
      'other-meter': 'another meter answers than at the check',
      'no-step': 'nothing large was switched on',
      'no-contactor': 'no contactor is wired',
      'did-not-open': 'the power did not go',
      'not-noticed': 'the meter went on giving values',
      'did-not-return': 'the meter did not come back',
      'ended-by-person': 'given up',
    },
    begin: 'Begin',
    again: 'Again',
    skip: 'Leave out',
    reason: 'Reason',
    skipNow: 'Leave it out',
    enter: 'Largest step, kW',
    enterNow: 'Enter',
    done: 'Done',
    giveUp: 'Give this step up',
    reads: (kw) => `the meter read ${kw}`,
    moved: (miner, meter) => `miner ${miner}, meter ${meter}`,
    took: (time) => `after ${time}`,
    step: (kw, isMeasured) => `${kw}, ${isMeasured ? 'measured' : 'entered'}`,
    meter: 'Checked meter',
    reserve: 'Reserve',
    reserveIs: (set, required) => `${set} set; needed by stop times and largest step: ${required}`,
    notCovered: 'What this does not cover',
    leavesOpen: (step) => `Not shown: ${step}`,
    never: {
      'plausible-lie': 'a meter that lies plausibly, such as a clamp on the wrong cable',
      'larger-than-set': 'a step that the generator itself cannot carry',
      'seconds-before': 'the seconds until miners are down',
      'welded-contactor': 'a contactor that welds later',
      'two-controllers': 'two controllers on one generator',
      'later-changes': 'what changes in meter, miners or wiring after this check',
    },
    json: 'Report as a file (JSON)',
    print: 'Print this page, or keep it as PDF with the browser.',
  },
  de: {
    title: 'Prüfung bei der Inbetriebnahme',
    open: 'Prüfung bei der Inbetriebnahme',
    back: 'Alles über diesen Controller',
    lead: 'Sieben Schritte, etwa zwanzig Minuten. Ein Schritt kann mit Grund ausgelassen werden; nach einem Neustart geht die Prüfung dort weiter, wo sie war. Das Schiff muss den Generator jetzt für Versuche entbehren können.',
    cannotBegin:
      'Die Prüfung kann beginnen, sobald ein Zähler angeschlossen und die Leistung des Generators bekannt ist.',
    position: {
      open: 'Noch nicht geprüft: Bis dahin bleiben sicherheitshalber 30 % des Generators frei.',
      done: 'Geprüft: Diese 30 % bleiben nicht mehr frei.',
      earlier:
        'Eingerichtet, bevor es diese Prüfung gab: ohne 30 % frei zu halten, und nie gemessen. Bitte nachholen.',
      elsewhere: (who) => `Auf andere Weise geprüft: ${who}. Es bleiben keine 30 % zusätzlich frei.`,
    },
    steps: {
      meter: { name: 'Zähler finden', what: 'Der Zähler muss jetzt eine plausible Leistung liefern.' },
      panel: {
        name: 'Mit der Schalttafel vergleichen',
        what: 'Lesen Sie die Leistung an der Schalttafel ab und beantworten Sie die Frage.',
      },
      miner: {
        name: 'Einen Miner starten',
        what: 'Alle Miner schlafen, dann startet einer: Der Zähler muss seiner Leistung folgen. Inzwischen nichts Großes schalten.',
      },
      stops: {
        name: 'Stoppzeit je Firmware',
        what: 'Je Firmware startet ein Miner und wird wieder gestoppt; gemessen wird, wie lange das dauert.',
      },
      'largest-step': {
        name: 'Größter Lastsprung des Schiffs',
        what: 'Tragen Sie ein, was der größte Verbraucher auf einmal zieht, oder schalten Sie ihn ein, während die Miner schlafen.',
      },
      contactor: {
        name: 'Schütz',
        what: 'Ein Miner startet; dann bleibt der Puls aus, und das Schütz muss ihm den Strom nehmen.',
      },
      cable: {
        name: 'Kabel des Zählers',
        what: 'Beginnen, dann das Kabel des Zählers ziehen, warten, bis alles aus ist, und wieder einstecken.',
      },
    },
    phases: {
      look: 'Wartet auf den Zähler oder auf Sie.',
      clear: 'Die Miner gehen schlafen.',
      base: 'Die Last ohne Miner wird gemessen.',
      run: 'Ein Miner startet; das kann Minuten dauern.',
      compare: 'Der Zähler wird mit dem Miner verglichen.',
      stop: 'Der Stopp wird gemessen.',
      watch: 'Jetzt den größten Verbraucher einschalten, dann auf Fertig drücken.',
      drop: 'Das Schütz muss jetzt öffnen.',
      back: 'Bemerkt. Das Kabel wieder einstecken.',
    },
    outcomes: {
      passed: 'bestanden',
      failed: 'nicht bestanden',
      skipped: 'ausgelassen',
      missing: 'noch nicht gemacht',
    },
    failures: {
      'no-reading': 'der Zähler lieferte keinen Wert',
      'meter-refused': 'die Werte des Zählers können nicht stimmen',
      'panel-differs': 'die Schalttafel zeigt etwas anderes',
      'no-miner': 'kein Miner, der antwortet, laufen darf und sich stoppen lässt',
      'did-not-sleep': 'nicht alle Miner gingen schlafen',
      'did-not-start':
        'der Miner kam nicht hoch (auch: keine freie Leistung oder von Besatzung oder Eigner gestoppt)',
      'meter-did-not-follow': 'der Zähler folgte dem Miner nicht: Wandler, Verhältnis oder falsches Kabel',
      'other-meter': 'es antwortet ein anderer Zähler als bei der Prüfung',
      'no-step': 'es wurde nichts Großes eingeschaltet',
      'no-contactor': 'es ist kein Schütz angeschlossen',
      'did-not-open': 'der Strom fiel nicht weg',
      'not-noticed': 'der Zähler lieferte weiter Werte',
      'did-not-return': 'der Zähler kam nicht wieder',
      'ended-by-person': 'abgebrochen',
    },
    begin: 'Beginnen',
    again: 'Noch einmal',
    skip: 'Auslassen',
    reason: 'Grund',
    skipNow: 'Auslassen',
    enter: 'Größter Lastsprung, kW',
    enterNow: 'Eintragen',
    done: 'Fertig',
    giveUp: 'Diesen Schritt abbrechen',
    reads: (kw) => `der Zähler zeigte ${kw}`,
    moved: (miner, meter) => `Miner ${miner}, Zähler ${meter}`,
    took: (time) => `nach ${time}`,
    step: (kw, isMeasured) => `${kw}, ${isMeasured ? 'gemessen' : 'eingetragen'}`,
    meter: 'Geprüfter Zähler',
    reserve: 'Reserve',
    reserveIs: (set, required) =>
      `${set} eingestellt; nötig nach Stoppzeiten und größtem Lastsprung: ${required}`,
    notCovered: 'Was das nicht abdeckt',
    leavesOpen: (step) => `Nicht gezeigt: ${step}`,
    never: {
      'plausible-lie': 'ein Zähler, der plausibel lügt, etwa ein Wandler am falschen Kabel',
      'larger-than-set': 'ein Lastsprung, den der Generator selbst nicht trägt',
      'seconds-before': 'die Sekunden, bis die Miner aus sind',
      'welded-contactor': 'ein Schütz, das später verschweißt',
      'two-controllers': 'zwei Controller an einem Generator',
      'later-changes': 'was sich nach dieser Prüfung an Zähler, Minern oder Verdrahtung ändert',
    },
    json: 'Bericht als Datei (JSON)',
    print: 'Drucken Sie diese Seite, oder sichern Sie sie mit dem Browser als PDF.',
  },
  ro: {
    title: 'Verificare la punerea în funcțiune',
    open: 'Verificare la punerea în funcțiune',
    back: 'Totul despre acest controler',
    lead: 'Șapte pași, cam douăzeci de minute. Un pas poate fi sărit cu un motiv; după o repornire verificarea continuă de unde era. Nava trebuie să se poată lipsi acum de generator pentru probe.',
    cannotBegin:
      'Verificarea poate începe când un contor este legat și puterea generatorului este cunoscută.',
    position: {
      open: 'Încă neverificat: până atunci, pentru siguranță, 30 % din generator rămâne liber.',
      done: 'Verificat: cei 30 % nu mai sunt păstrați liberi.',
      earlier:
        'Instalat înainte să existe această verificare: fără să se păstreze 30 % liber și niciodată măsurat. Faceți totuși verificarea.',
      elsewhere: (who) => `Verificat altfel: ${who}. Nu se mai păstrează 30 % liber.`,
    },
    steps: {
      meter: { name: 'Găsirea contorului', what: 'Contorul trebuie să dea acum o putere plauzibilă.' },
      panel: {
        name: 'Comparație cu tabloul',
        what: 'Citiți puterea pe tabloul navei și răspundeți la întrebare.',
      },
      miner: {
        name: 'Pornirea unui miner',
        what: 'Toate minerele adorm, apoi pornește unul: contorul trebuie să urmeze puterea lui. Între timp nu porniți nimic mare.',
      },
      stops: {
        name: 'Oprirea pe firmware',
        what: 'Pornește câte un miner din fiecare firmware și este oprit din nou; se măsoară cât durează.',
      },
      'largest-step': {
        name: 'Cel mai mare salt de sarcină al navei',
        what: 'Introduceți cât cere dintr-odată cel mai mare consumator sau porniți-l cât dorm minerele.',
      },
      contactor: {
        name: 'Contactor',
        what: 'Pornește un miner; apoi impulsul se oprește și contactorul trebuie să-i taie curentul.',
      },
      cable: {
        name: 'Cablul contorului',
        what: 'Începeți, scoateți cablul contorului, așteptați până se oprește tot și puneți-l la loc.',
      },
    },
    phases: {
      look: 'Se așteaptă contorul sau pe dumneavoastră.',
      clear: 'Minerele adorm.',
      base: 'Se măsoară sarcina fără minere.',
      run: 'Pornește un miner; poate dura minute.',
      compare: 'Contorul este comparat cu minerul.',
      stop: 'Se măsoară oprirea.',
      watch: 'Porniți acum cel mai mare consumator, apoi apăsați gata.',
      drop: 'Contactorul trebuie să deschidă acum.',
      back: 'Observat. Puneți cablul la loc.',
    },
    outcomes: { passed: 'reușit', failed: 'nereușit', skipped: 'omis', missing: 'încă nefăcut' },
    failures: {
      'no-reading': 'contorul nu a dat nicio valoare',
      'meter-refused': 'valorile contorului nu pot fi corecte',
      'panel-differs': 'tabloul arată altceva',
      'no-miner': 'niciun miner care răspunde, are voie să ruleze și poate fi oprit',
      'did-not-sleep': 'nu toate minerele au adormit',
      'did-not-start': 'minerul nu a pornit (și: fără putere liberă sau oprit de echipaj ori proprietar)',
      'meter-did-not-follow': 'contorul nu a urmat minerul: clește, raport sau cablu greșit',
      'other-meter': 'răspunde alt contor decât la verificare',
      'no-step': 'nu s-a pornit nimic mare',
      'no-contactor': 'nu este legat niciun contactor',
      'did-not-open': 'curentul nu a dispărut',
      'not-noticed': 'contorul a continuat să dea valori',
      'did-not-return': 'contorul nu a revenit',
      'ended-by-person': 'întrerupt',
    },
    begin: 'Începeți',
    again: 'Din nou',
    skip: 'Omiteți',
    reason: 'Motiv',
    skipNow: 'Omiteți pasul',
    enter: 'Cel mai mare salt de sarcină, kW',
    enterNow: 'Introduceți',
    done: 'Gata',
    giveUp: 'Întrerupeți acest pas',
    reads: (kw) => `contorul a arătat ${kw}`,
    moved: (miner, meter) => `miner ${miner}, contor ${meter}`,
    took: (time) => `după ${time}`,
    step: (kw, isMeasured) => `${kw}, ${isMeasured ? 'măsurat' : 'introdus'}`,
    meter: 'Contorul verificat',
    reserve: 'Rezervă',
    reserveIs: (set, required) =>
      `${set} setată; necesară după timpii de oprire și cel mai mare salt de sarcină: ${required}`,
    notCovered: 'Ce nu acoperă',
    leavesOpen: (step) => `Nedovedit: ${step}`,
    never: {
      'plausible-lie': 'un contor care minte plauzibil, de exemplu un clește pe cablul greșit',
      'larger-than-set': 'un salt de sarcină pe care generatorul însuși nu îl poate duce',
      'seconds-before': 'secundele până când minerele sunt oprite',
      'welded-contactor': 'un contactor care se sudează mai târziu',
      'two-controllers': 'două controlere pe un generator',
      'later-changes': 'ce se schimbă la contor, minere sau cablaj după această verificare',
    },
    json: 'Raport în fișier (JSON)',
    print: 'Tipăriți pagina sau salvați-o în PDF din browser.',
  },
}

/** Where the check stands, in one sentence. */
export function positionText(
  { position, checkedElsewhere }: { position: CommissioningPosition; checkedElsewhere: string | null },
  language: Language,
): string {
  const texts = commissionTexts[language].position
  return position === 'elsewhere' ? texts.elsewhere(checkedElsewhere ?? '—') : texts[position]
}
