import type { ForwardedRequest } from '../../platform/http/proxy-probe.ts'
import { isJobInTrouble } from '../../platform/jobs/job-trouble.ts'
import { isMailLate } from '../../platform/mail/late-mail.ts'
import { whatNeedsOthers } from '../../platform/secret-key/secret-key-state.ts'
import type { DoctorFacts } from './doctor-facts.ts'

/**
 * `wrong`: something does not work, or is open to others. `look`: works for now, or could not be checked. `says` is the state in words,
 * `mend` what to do about it; null when there is nothing to do.
 */
export type Finding = {
  about: string
  level: 'good' | 'look' | 'wrong'
  says: string
  mend: string | null
}

const hourMs = 3_600_000
const gibibyte = 1024 ** 3
const oldestPostgresql = 15
/** The tolerance of an authenticator's codes; half of it is used up by the clock of the phone. */
const wrongClockMs = 15_000
const oddClockMs = 3_000
const namedAtMost = 3

/** Everything there is to say about an installation, in the order in which it should be mended. Each part says at least one thing. */
export function examine(facts: DoctorFacts): Finding[] {
  return [
    ...examineServer(facts),
    ...examineSettings(facts),
    ...examineDatabase(facts),
    ...examineSecretKey(facts),
    ...examineFiles(facts),
    ...examineDisk(facts),
    ...examineBackup(facts),
    ...examineClock(facts),
    ...examineMail(facts),
    ...examinePublicAddress(facts),
    ...examineChains(facts),
    ...examinePush(facts),
    ...examineJobs(facts),
  ]
}

/** Whether an installation may go on as it is. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level !== 'wrong')
}

type Say = (says: string, mend?: string) => Finding
function about(subject: string): Record<Finding['level'], Say> {
  const say =
    (level: Finding['level']): Say =>
    (says, mend) => ({ about: subject, level, says, mend: mend ?? null })
  return { good: say('good'), look: say('look'), wrong: say('wrong') }
}

function examineServer({ serverRuns }: DoctorFacts): Finding[] {
  const { good, wrong } = about('server')
  return [
    serverRuns
      ? good('A server runs on DATA_DIR.')
      : wrong(
          'No server runs on DATA_DIR: what only it knows was not checked.',
          'Start it, or give this command the environment of the server and its user.',
        ),
  ]
}

function examineSettings({ production, settings, database }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('settings')
  const findings: Finding[] = []
  if (!production)
    findings.push(
      look(
        'NODE_ENV is not production: what is for tests is allowed.',
        'Set NODE_ENV=production for customers.',
      ),
    )
  if (production && !settings.publicUrl.startsWith('https://'))
    findings.push(
      wrong(
        `PUBLIC_URL is ${settings.publicUrl}: nobody can sign in without HTTPS.`,
        'Set PUBLIC_URL to the https address that people see.',
      ),
    )
  if (settings.examples.length > 0)
    findings.push(
      (production ? wrong : look)(
        `Examples are shown for ${settings.examples.join(', ')}.`,
        'Set them to the details of the company.',
      ),
    )
  if (production && !settings.metricsToken)
    findings.push(
      look('METRICS_TOKEN is not set: nobody can watch /metrics.', 'Set it, and tell Prometheus.'),
    )
  if (!settings.sharedKey && 'engine' in database && database.engine === 'postgresql')
    findings.push(
      look(
        'SECRET_KEY is not set: the key is a file of this machine.',
        'Before a second copy runs, set SECRET_KEY to the content of DATA_DIR/secret.key, for all copies.',
      ),
    )
  return findings.length > 0 ? findings : [good('The settings are those of production, and complete.')]
}

function examineDatabase({ database }: DoctorFacts): Finding[] {
  const { good, wrong } = about('database')
  if ('error' in database)
    return [
      wrong(
        `The database cannot be used: ${database.error}`,
        'Check DATABASE_URL and that PostgreSQL runs; with the embedded database, DATA_DIR and its user.',
      ),
    ]
  const { engine, version, applied, pending, unknown } = database
  const major = Math.floor(version / 10_000)
  const name = `${engine === 'embedded' ? 'The embedded database' : 'PostgreSQL'} ${major}.${version % 10_000}`
  const findings: Finding[] = []
  if (major < oldestPostgresql)
    findings.push(wrong(`${name} is too old.`, `Upgrade it to PostgreSQL ${oldestPostgresql} or later.`))
  if (unknown.length > 0)
    findings.push(
      wrong(
        `The tables are of a newer version of this program: it does not know ${names(unknown)}.`,
        'Run the newer version again, or restore the backup made before the upgrade.',
      ),
    )
  if (applied === 0 && unknown.length === 0)
    findings.push(
      wrong(
        `${name} answers, and has no tables of this program.`,
        'Start the server, which makes them; or, if it ran before, let DATABASE_URL or DATA_DIR name its database.',
      ),
    )
  else if (pending.length > 0 && unknown.length === 0)
    findings.push(
      wrong(
        `The tables are of an older version of this program: ${names(pending)} not applied.`,
        'Restart the server, which brings them up to date, or run npm run db:migrate.',
      ),
    )
  return findings.length > 0 ? findings : [good(`${name} answers and its tables are up to date.`)]
}

function examineSecretKey({ secret, nowMs }: DoctorFacts): Finding[] {
  const { good, look } = about('secret key')
  if (secret === null)
    return [look('What needs the secret key is not known without the key and the database.')]
  if (secret.others === 0) return [good('One secret key is accepted, and no other.')]
  const says = `${secret.others === 1 ? 'Another secret key is' : `${secret.others} other secret keys are`} accepted beside the one in force.`
  const needs = whatNeedsOthers(secret, nowMs)
  const without = 'links to orders, offers and unsubscribing in mails of before end then'
  return needs.length > 0
    ? needs.map((need) => look(`${says} It is still needed: ${need}.`, 'Leave it until then.'))
    : [
        look(
          `${says} Nothing that is stored needs it.`,
          `Take it out of SECRET_KEY_OLD, or run npm run admin -- secret:forget; ${without}.`,
        ),
      ]
}

function examineFiles({ wideFiles, foreignFiles }: DoctorFacts): Finding[] {
  const { good, wrong } = about('files')
  const findings: Finding[] = []
  if (wideFiles.length > 0)
    findings.push(
      wrong(
        `Others on this machine can open ${names(wideFiles)}.`,
        'Run chmod -R go= on DATA_DIR; a restart of the server does the same.',
      ),
    )
  if (foreignFiles.length > 0)
    findings.push(
      wrong(
        `The user of the server does not own ${names(foreignFiles)}, and may not be able to use it.`,
        'Run chown -R on DATA_DIR for the user of the server, and run commands as that user (deploy/run.sh).',
      ),
    )
  return findings.length > 0 ? findings : [good('Nobody else on this machine can open what is in DATA_DIR.')]
}

function examineDisk({ disk }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('disk')
  if ('error' in disk)
    return [look(`How full the disk is cannot be read: ${disk.error}`, 'Check that DATA_DIR is there.')]
  const says = `${(disk.freeBytes / gibibyte).toFixed(1)} GiB of ${(disk.totalBytes / gibibyte).toFixed(1)} are free in ${disk.path}.`
  const share = disk.freeBytes / disk.totalBytes
  const mend = 'Remove old backups and logs, or give DATA_DIR a larger disk.'
  if (disk.freeBytes < gibibyte || share < 0.03) return [wrong(says, mend)]
  return [disk.freeBytes < 5 * gibibyte || share < 0.1 ? look(says, mend) : good(says)]
}

function examineBackup({ lastBackupMs, nowMs, production, database }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('backup')
  if ('error' in database) return [look('Without the database it is unknown when the last backup was made.')]
  const mend = 'Run npm run backup each night ("Backup and restore" in docs/runbook.md).'
  const bad = production ? wrong : look
  if (lastBackupMs === null) return [bad('No backup was ever made with npm run backup.', mend)]
  const hours = Math.floor((nowMs - lastBackupMs) / hourMs)
  const says = `The last backup shows the state of ${hours} h ago.`
  if (hours >= 48) return [bad(says, mend)]
  return [hours >= 26 ? look(says, mend) : good(says)]
}

function examineClock({ clocks }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('clock')
  const mend = 'Switch on time synchronisation: timedatectl set-ntp true.'
  if (clocks.length === 0)
    return [look('The clock was compared with nobody: there was nobody to ask.', 'See timedatectl.')]
  return clocks.map(({ of, aheadMs }) => {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    const says =
      seconds === 0
        ? `The clock agrees with ${of}.`
        : `The clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${of}.`
    if (Math.abs(aheadMs) >= wrongClockMs) return wrong(says, mend)
    return Math.abs(aheadMs) >= oddClockMs ? look(says, mend) : good(says)
  })
}

function examineMail({ mail, production }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('mail')
  if (mail === null) return [look('Mail was not checked: only the running server does.')]
  if (!mail.configured)
    return [
      (production ? wrong : look)(
        'SMTP_URL is not set: mails wait, and nobody can confirm an address.',
        'Set SMTP_URL, MAIL_FROM and PROVIDER_EMAIL.',
      ),
    ]
  const findings: Finding[] = []
  if (mail.refusal !== null)
    findings.push(
      wrong(
        `The mail server does not take us: ${mail.refusal}`,
        'Check SMTP_URL: host, port, user, password; and the certificate of the mail server.',
      ),
    )
  if (isMailLate(mail.oldestQueuedSeconds))
    findings.push(
      wrong(
        `The oldest mail has waited ${Math.floor((mail.oldestQueuedSeconds ?? 0) / 60)} minutes.`,
        'The log says why the mail server does not take it.',
      ),
    )
  if (mail.failed > 0)
    findings.push(
      look(
        `${mail.failed} mails were given up.`,
        'npm run admin -- mail:list has the words of the mail server.',
      ),
    )
  return findings.length > 0 ? findings : [good('The mail server takes us, and no mail waits for long.')]
}

function examinePublicAddress({ publicAddress, settings }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('public address')
  const { publicUrl } = settings
  if (publicAddress === null) return [look(`${publicUrl} was not tried: only the running server does.`)]
  if (publicAddress.kind === 'unreachable') {
    const says = `${publicUrl} does not answer: ${publicAddress.error}`
    return [
      publicAddress.certain
        ? wrong(says, 'Check the certificate and the name: browsers are refused too.')
        : look(says, 'Open it from elsewhere: some networks do not let a machine reach its own address.'),
    ]
  }
  if (publicAddress.kind === 'someone-else')
    return [
      look(
        `${publicUrl} is answered (${publicAddress.status}), but not by this copy of the server.`,
        'With one copy: check where the proxy and the name lead to. With several: ask each in turn.',
      ),
    ]
  const findings = examineForwarding(publicAddress.request, settings)
  if (!publicAddress.socketOpens)
    findings.push(
      wrong(
        'WebSockets do not come through: values on pages stand still, controllers cannot connect.',
        'Let the proxy pass the Upgrade and Connection headers of /ws and /uplink.',
      ),
    )
  return findings.length > 0
    ? findings
    : [good(`${publicUrl} leads here, with the visitor's address and WebSockets.`)]
}

/** What the proxy made of a request that came with a forged X-Forwarded-For. */
function examineForwarding(request: ForwardedRequest, { publicUrl }: DoctorFacts['settings']): Finding[] {
  const { wrong } = about('public address')
  const findings: Finding[] = []
  if (request.host !== new URL(publicUrl).host)
    findings.push(
      wrong(
        `The proxy passes on another host: ${request.host ?? 'none'}.`,
        'Let it keep the Host header; otherwise live values are refused.',
      ),
    )
  if (request.ip === request.forgedIp)
    findings.push(
      wrong(
        'Anyone can choose the address that limits count for: a made-up X-Forwarded-For was believed.',
        'Let the proxy replace X-Forwarded-For instead of passing it on, and name only the proxy in TRUSTED_PROXIES.',
      ),
    )
  else if (request.forwardedFor === request.forgedIp && publicUrl.startsWith('https:'))
    findings.push(
      wrong(
        'The proxy passes X-Forwarded-For on as visitors send it.',
        'Let it set X-Forwarded-For to the address of the visitor.',
      ),
    )
  else if (request.forwardedFor !== request.forgedIp && !request.isSocketTrusted)
    findings.push(
      wrong(
        `The proxy at ${request.socketIp} is not trusted: everyone has its address, and shares its limits.`,
        `Set TRUSTED_PROXIES=${request.socketIp}.`,
      ),
    )
  return findings
}

function examineChains({ chains }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('chains')
  if (chains === null) return [look('Chains were not checked: only the running server does.')]
  if (chains.length === 0) return [good('No coins are taken, so no chain is read.')]
  const blind = chains.filter(({ isFresh }) => !isFresh)
  if (blind.length === 0) return [good(`Every source of a chain is read: ${chains.length}.`)]
  return blind.map(({ chain, source, lagSeconds, lastError }) =>
    wrong(
      `${chain} at ${source.split('@')[0]} ${lagSeconds === null ? 'was never read' : `was last read ${lagSeconds} s ago`}${lastError ? `: ${lastError}` : ''}.`,
      'Check its address in the settings, and that it is reached from here: money on it is not seen.',
    ),
  )
}

/** Push services (VAPID) want to know whom to write to. */
function examinePush({ settings }: DoctorFacts): Finding[] {
  const { good, look } = about('push (VAPID)')
  if (settings.providerEmail) return [good('Push notices name PROVIDER_EMAIL as their sender.')]
  return [
    settings.publicUrl.startsWith('https://')
      ? look(
          'Push notices name no mail address as their sender, which some push services want.',
          'Set PROVIDER_EMAIL.',
        )
      : look(
          'Push notices cannot be sent: they have neither a mail address nor an https address as their sender.',
          'Set PROVIDER_EMAIL or an https PUBLIC_URL.',
        ),
  ]
}

function examineJobs({ jobs }: DoctorFacts): Finding[] {
  const { good, look, wrong } = about('jobs')
  if (jobs === null) return [look('Jobs were not checked: only the running server does.')]
  const failing = jobs.filter(isJobInTrouble)
  if (failing.length === 0) return [good(`Every background job is on time: ${jobs.length}.`)]
  return failing.map(({ name, behindSeconds, lastError }) =>
    wrong(
      lastError === null
        ? `The job ${name} is ${behindSeconds} s late.`
        : `The job ${name} failed: ${lastError}`,
      'The log has the reason; the job is tried again by itself.',
    ),
  )
}

function names(all: readonly string[]): string {
  const rest = all.length - namedAtMost
  return all.slice(0, namedAtMost).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
