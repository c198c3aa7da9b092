import type { UpdateStatus } from '../update/updater.ts'
import type { Language } from './texts.ts'

type UpdateTexts = {
  heading: string
  version: string
  takes: string
  takesStates: Record<UpdateStatus['takes'], string>
  update: string
  none: string
  states: Record<NonNullable<UpdateStatus['state']>, string>
  reasons: Record<NonNullable<UpdateStatus['reason']>, string>
}

/** What the pages on board say of the program and its updates. */
export const updateTexts: Record<Language, UpdateTexts> = {
  nl: {
    heading: 'Programma',
    version: 'Versie',
    takes: 'Updates van de wal',
    takesStates: {
      yes: 'worden aangenomen als ze ondertekend zijn',
      'no-release-key': 'worden niet aangenomen: RELEASE_PUBLIC_KEY is niet ingesteld',
      'not-launched': 'worden niet aangenomen: niet door de starter gestart',
    },
    update: 'Laatste update',
    none: 'geen',
    states: {
      downloading: 'wordt opgehaald',
      installing: 'wordt geïnstalleerd',
      'waiting-for-rest': 'klaar; de miners gaan eerst in rust',
      'on-trial': 'op proef',
      'reported-in': 'actief',
      'rolled-back': 'teruggezet op de vorige versie',
      refused: 'geweigerd',
    },
    reasons: {
      'no-release-key': 'geen sleutel aan boord',
      'not-launched': 'niet door de starter gestart',
      'bad-signature': 'handtekening klopt niet',
      malformed: 'beschrijving klopt niet',
      downgrade: 'ouder dan wat er draait',
      'node-too-old': 'Node op dit kastje is te oud',
      'wrong-archive': 'bestand klopt niet',
      'self-test-failed': 'zelftest niet doorstaan',
      disk: 'schijf',
      crashed: 'liep vast bij het starten',
      hung: 'gaf geen teken van leven',
      'not-reported-in': 'kon geen verbinding met de wal krijgen',
      damaged: 'bestanden beschadigd',
    },
  },
  en: {
    heading: 'Program',
    version: 'Version',
    takes: 'Updates from shore',
    takesStates: {
      yes: 'are taken when they are signed',
      'no-release-key': 'are not taken: RELEASE_PUBLIC_KEY is not set',
      'not-launched': 'are not taken: not started by the launcher',
    },
    update: 'Last update',
    none: 'none',
    states: {
      downloading: 'being fetched',
      installing: 'being installed',
      'waiting-for-rest': 'ready; miners are put to rest first',
      'on-trial': 'on trial',
      'reported-in': 'in use',
      'rolled-back': 'taken back to the version before',
      refused: 'refused',
    },
    reasons: {
      'no-release-key': 'no key on board',
      'not-launched': 'not started by the launcher',
      'bad-signature': 'wrong signature',
      malformed: 'wrong description',
      downgrade: 'older than what runs',
      'node-too-old': 'Node on this box is too old',
      'wrong-archive': 'wrong file',
      'self-test-failed': 'self-test failed',
      disk: 'disk',
      crashed: 'crashed at its start',
      hung: 'gave no sign of life',
      'not-reported-in': 'could not connect to shore',
      damaged: 'files are damaged',
    },
  },
  de: {
    heading: 'Programm',
    version: 'Version',
    takes: 'Updates von Land',
    takesStates: {
      yes: 'werden angenommen, wenn sie signiert sind',
      'no-release-key': 'werden nicht angenommen: RELEASE_PUBLIC_KEY ist nicht gesetzt',
      'not-launched': 'werden nicht angenommen: nicht vom Starter gestartet',
    },
    update: 'Letztes Update',
    none: 'keines',
    states: {
      downloading: 'wird geladen',
      installing: 'wird installiert',
      'waiting-for-rest': 'bereit; die Miner gehen zuerst in Ruhe',
      'on-trial': 'auf Probe',
      'reported-in': 'in Betrieb',
      'rolled-back': 'auf die vorige Version zurückgesetzt',
      refused: 'abgelehnt',
    },
    reasons: {
      'no-release-key': 'kein Schlüssel an Bord',
      'not-launched': 'nicht vom Starter gestartet',
      'bad-signature': 'falsche Signatur',
      malformed: 'fehlerhafte Beschreibung',
      downgrade: 'älter als die laufende Version',
      'node-too-old': 'Node auf diesem Gerät ist zu alt',
      'wrong-archive': 'falsche Datei',
      'self-test-failed': 'Selbsttest nicht bestanden',
      disk: 'Datenträger',
      crashed: 'beim Start abgestürzt',
      hung: 'gab kein Lebenszeichen',
      'not-reported-in': 'bekam keine Verbindung zum Land',
      damaged: 'Dateien beschädigt',
    },
  },
  ro: {
    heading: 'Program',
    version: 'Versiune',
    takes: 'Actualizări de la mal',
    takesStates: {
      yes: 'sunt acceptate dacă sunt semnate',
      'no-release-key': 'nu sunt acceptate: RELEASE_PUBLIC_KEY nu este setat',
      'not-launched': 'nu sunt acceptate: nu a fost pornit de lansator',
    },
    update: 'Ultima actualizare',
    none: 'niciuna',
    states: {
      downloading: 'se descarcă',
      installing: 'se instalează',
      'waiting-for-rest': 'gata; minerele sunt puse mai întâi în repaus',
      'on-trial': 'în probă',
      'reported-in': 'în funcțiune',
      'rolled-back': 'readus la versiunea anterioară',
      refused: 'refuzată',
    },
    reasons: {
      'no-release-key': 'nicio cheie la bord',
      'not-launched': 'nu a fost pornit de lansator',
      'bad-signature': 'semnătură greșită',
      malformed: 'descriere greșită',
      downgrade: 'mai veche decât cea care rulează',
      'node-too-old': 'Node de pe acest dispozitiv este prea vechi',
      'wrong-archive': 'fișier greșit',
      'self-test-failed': 'autotestul a eșuat',
      disk: 'disc',
      crashed: 's-a oprit la pornire',
      hung: 'nu a dat semne de viață',
      'not-reported-in': 'nu s-a putut conecta la mal',
      damaged: 'fișiere deteriorate',
    },
  },
}
