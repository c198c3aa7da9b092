/**
 * Rules about the text of files, whatever their language. To add a rule: one entry in TEXT_RULES and one line in the
 * table of the test.
 */
import { parseSync } from 'oxc-parser'
import type { Violation } from './boundaries.ts'
import { isTest, isTypeScript, type SourceFile } from './source-files.ts'

type TextRule = {
  readonly name: string
  readonly says: string
  readonly appliesTo: (path: string) => boolean
  /** Matches one line that breaks the rule. */
  readonly line: RegExp
  /** Whether comments count too. */
  readonly comments: boolean
}

const isCode = (path: string) => /\.(ts|tsx|mts|cjs|mjs|js|css|html|sql|sh)$/.test(path)
const isOurs = (path: string) => !path.startsWith('scripts/check/source-rules')
const isProcessCode = (path: string) =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && isTypeScript(path) && !isTest(path)

/** Repositories of rows that are locked in order to be deleted. */
const DELETES_WHAT_IT_LOCKS = new Set([
  'apps/server/src/modules/account/account-data.repository.ts',
  'apps/server/src/modules/account/merge/merge.repository.ts',
  'apps/server/src/modules/boxes/boxes.repository.ts',
  'apps/server/src/modules/claims/transfer.repository.ts',
  'apps/server/src/modules/crew/crew.repository.ts',
  'apps/server/src/modules/firmware/firmware-files.repository.ts',
  'apps/server/src/modules/telemetry/batches/set-aside.repository.ts',
  'apps/server/src/platform/auth/guesses.repository.ts',
])

/** Settings and options whose value nobody else may know. */
const secretSetting =
  '[A-Z0-9_]*(?:PASSWORD|PASSPHRASE|SECRET|TOKEN|_KEY|DATABASE_URL|DIRECT_URL|SMTP_URL|RPC_URL)[A-Z0-9_]*=[^ ]'
const secretOption = '--?[a-z-]*(?:password|passphrase|secret|token)(?:[= ]|["\'`],)'
/** A secret among the arguments of a command, of which everybody on the machine has a list. A setting before a command is none. */
const secretArgument = new RegExp(
  [
    `\\b(?:env|sudo)(?: -\\S+| [A-Z0-9_]+=\\S*)* ${secretSetting}`,
    `\\b(?:docker|podman|buildah|systemctl)\\b.* (?:-e|--env|set-environment)[= ]${secretSetting}`,
    `(?:^|[\\s"'\`([])${secretOption}`,
    '-pass(?:in|out)?[= ]pass:',
    '\\bcurl\\b.*\\s(?:-u|--user)[= ]?[^\\s:]+:\\S',
    '\\bcurl\\b.*\\b(?:authorization|cookie): ',
    '\\b(?:psql|pg_dump|pg_restore|pg_isready|createdb|redis-cli|mongo\\w*)\\b.*://[^\\s/:@]*:[^\\s@]+@',
  ].join('|'),
  'i',
)

/** Declares a function under a participle alone, or one with a preposition: `kept`, `toldBy`. */
const participle =
  '(?:told|heard|said|seen|known|kept|held|given|taken|found|shown|sent|made|drawn|written|due|(?!need|exceed|embed|succeed|proceed)[a-z]{2,}[^e]ed)(?:Of|By|For|With|After|Since|UpTo)?'
const participleFunction = new RegExp(
  `\\bfunction\\*?\\s+${participle}[(<]|\\bconst\\s+${participle}\\s*=\\s*(?:async\\s*)?(?:\\([^)]*\\)|\\w+)(?::[^=]+)?\\s*=>`,
)

export const TEXT_RULES: readonly TextRule[] = [
  {
    name: 'no-participle-function',
    says: 'names a function by a participle: a function is a verb with an object, or a noun for what it returns (docs/glossary.md)',
    appliesTo: isProcessCode,
    line: participleFunction,
    comments: false,
  },
  {
    name: 'env-in-config',
    says: "reads the environment outside the process's config.ts (main.ts may hand it over)",
    appliesTo: (path) => isProcessCode(path) && !/^apps\/[^/]+\/src\/(config|main|launch)\.ts$/.test(path),
    line: /\bprocess\s*\.\s*env\b|\bprocess\s*\[\s*['"]env['"]/,
    comments: false,
  },
  {
    name: 'web-env-in-config',
    says: 'reads the build environment outside src/config',
    appliesTo: (path) => isProcessCode(path) && !path.startsWith('apps/web/src/config/'),
    line: /\bimport\.meta\.env\b/,
    comments: false,
  },
  {
    name: 'no-router-navigate',
    says: 'takes Navigate of react-router, with which every page would fetch its data router (ui/redirect.tsx does the same)',
    appliesTo: (path) => path.startsWith('apps/web/src/') && isTypeScript(path),
    line: /\bNavigate\b/,
    comments: false,
  },
  {
    name: 'no-open-end',
    says: 'leaves an open end without naming its decision record (ADR-0000)',
    appliesTo: (path) => isCode(path) && isOurs(path),
    line: /\b(TODO|FIXME|XXX)\b(?!.*\bADR-\d{4})/,
    comments: true,
  },
  {
    name: 'no-machine-path',
    says: 'names a folder of one machine',
    appliesTo: isOurs,
    line: /(?<![\w.~@-])\/(home|Users|root|work)\/[\w.-]+|(?<![\w.-])\/tmp\/[\w.-]+|\b[A-Z]:\\Users\\/,
    comments: true,
  },
  {
    name: 'no-registry-host',
    says: 'names a package registry; the one of the machine is used',
    appliesTo: isOurs,
    line: /\bregistry\.(npmjs|yarnpkg)\.|"resolved": "https?:/,
    comments: true,
  },
  {
    name: 'no-session-lock',
    says: 'holds a lock by its database session, which a pooler of transactions breaks; use a lease or a lock of the transaction',
    appliesTo: (path) => isProcessCode(path) || path.startsWith('apps/server/migrations/'),
    line: /\bpg_(try_)?advisory_(lock|unlock)/,
    comments: false,
  },
  {
    name: 'no-whole-lock',
    says: 'locks rows so that what only names them waits too, and two who meet that way end in a deadlock; use forNoKeyUpdate (forUpdate is for rows that are then deleted)',
    appliesTo: (path) => isProcessCode(path) && !DELETES_WHAT_IT_LOCKS.has(path),
    line: /\.forUpdate\(|\bFOR UPDATE\b/,
    comments: false,
  },
  {
    name: 'no-secret-argument',
    says: 'gives a secret to a command as an argument, which everybody on the machine can read while it runs; export it, or let the command read a file',
    appliesTo: (path) =>
      isOurs(path) &&
      !isTest(path) &&
      /\.(md|sh|service|timer|yml|conf|example|ts|cjs)$|Containerfile$/.test(path),
    line: secretArgument,
    comments: true,
  },
  {
    name: 'no-unseen-document',
    says: 'names a document that a reader does not have; name the section of docs/product.md',
    appliesTo: (path) => isCode(path) && isOurs(path),
    line: /\bproduct spec(ification)?\b|\b(design|spec),? section/i,
    comments: true,
  },
]

/** Every line of the files that breaks a rule. */
export function findTextViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const rules = TEXT_RULES.filter((rule) => rule.appliesTo(file.path))
    const withComments = file.text.split('\n')
    const withoutComments = rules.some((rule) => !rule.comments)
      ? blankComments(file).split('\n')
      : withComments
    return rules.flatMap((rule) =>
      (rule.comments ? withComments : withoutComments).flatMap((text, index) =>
        rule.line.test(text) ? [{ rule: rule.name, path: file.path, line: index + 1, says: rule.says }] : [],
      ),
    )
  })
}

function blankComments(file: SourceFile): string {
  let text = file.text
  for (const { start, end } of parseSync(file.path, file.text).comments) {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)
  }
  return text
}
