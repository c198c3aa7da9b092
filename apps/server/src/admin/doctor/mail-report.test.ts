import { lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/services/mail-server.ts'
import { parseConfig } from '../../config.ts'
import { mailDoctorReport } from './mail-report.ts'

let dataDir: string
let mails: MailServer

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-mail-'))
  mails = await startMailServer({ startTls: false })
})
afterEach(async () => {
  await mails.close()
  rmSync(dataDir, { recursive: true })
})

const config = (more: Record<string, string> = {}) =>
  parseConfig({
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
    PROVIDER_EMAIL: 'desk@shipminer.example',
    PUBLIC_URL: 'https://ships.example.org',
    ...more,
  })

/** A look after which these parts were wrong. */
function look(wrong: Record<string, string>, settings = config()) {
  const findings = Object.entries(wrong).map(([about, says]) => ({
    about,
    level: 'wrong' as const,
    says,
    mend: 'Mend it.',
  }))
  const good = { about: 'clock', level: 'good' as const, says: 'is right <0.1 s>', mend: null }
  return mailDoctorReport(settings, { sound: findings.length === 0, findings: [...findings, good] })
}
const subjects = () => mails.received.map(({ headers }) => headers.subject)

test('what is wrong at two looks is mailed once, then what changed, then that nothing is any more', async () => {
  await look({})
  await look({ disk: '3 % free' })
  expect(subjects()).toEqual([])
  await look({ disk: '2 % free' })
  const disk = 'ships.example.org: wrong: disk'
  expect(subjects()).toEqual([disk])
  expect(mails.received[0]).toMatchObject({ to: ['desk@shipminer.example'] })
  expect(mails.received[0]?.text).toContain('WRONG  disk: 2 % free\n       → Mend it.')
  expect(mails.received[0]?.text).not.toContain('clock')
  expect(lstatSync(join(dataDir, 'doctor.json')).mode & 0o077).toBe(0)
  for (const free of ['2', '1', '0']) await look({ disk: `${free} % free` })
  expect(subjects()).toEqual([disk])
  await look({ backup: 'none for 3 days', disk: '0 % free' })
  await look({ backup: 'none for 3 days', disk: '0 % free' })
  const both = 'ships.example.org: wrong: backup, disk'
  expect(subjects()).toEqual([disk, both])
  await look({})
  expect(subjects()).toEqual([disk, both])
  await look({})
  await look({})
  expect(subjects()).toEqual([disk, both, 'ships.example.org: nothing is wrong any more'])
  expect(mails.received.at(-1)?.html).toContain('&lt;0.1 s>')
})

test('what is wrong for one look, as at a restart, is no mail', async () => {
  for (let times = 0; times < 3; times++) {
    await look({ server: 'does not run' })
    await look({})
  }
  expect(subjects()).toEqual([])
})

test('a mail that was not taken is tried again, and a damaged memory is begun anew', async () => {
  writeFileSync(join(dataDir, 'doctor.json'), '{"seen":')
  await look({ jobs: 'late' })
  mails.refuse.data = { code: 451, words: 'not now' }
  await expect(look({ jobs: 'late' })).rejects.toThrow('the mail server did not take the report')
  delete mails.refuse.data
  await look({ jobs: 'late' })
  expect(subjects()).toEqual(['ships.example.org: wrong: jobs'])
})

test('without a mail server or an address it says so', async () => {
  for (const name of ['SMTP_URL', 'PROVIDER_EMAIL'])
    await expect(look({}, { ...config(), [name]: undefined })).rejects.toThrow(
      'needs SMTP_URL, MAIL_FROM and PROVIDER_EMAIL',
    )
})
