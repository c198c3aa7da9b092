/**
 * How long a function of the server may be. A longer one does several things, or has a reason, which is given here. An exception that is
 * no longer needed is a fault too, so that the list stays true.
 */
import { parseSync } from 'oxc-parser'
import type { Violation } from './boundaries.ts'
import { isTest, isTypeScript, type SourceFile } from './source-files.ts'

export const mostLines = 80

const oneConnection =
  'one open connection: what it holds is nobody else’s, and all that is done with it is here'
const oneSource = 'one source of a chain: its cursor and its questions, in the order in which they are asked'
const listOfCommands = 'a list of commands, each with its words and its arguments'
const oneState = 'keeps what it knows in memory, and every function of it needs that'

/** `<path below apps/server/src>#<function>`, each with why it is long. */
export const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'admin/commands.ts#createAdminCommands': listOfCommands,
  'admin/shop-commands.ts#createShopCommands': listOfCommands,
  'modules/live/live-hub.ts#createLiveHub': oneState,
  'modules/live/live.routes.ts#liveRoutes': oneConnection,
  'modules/market/coins.service.ts#createCoinMarket': oneState,
  'modules/pages/pages.routes.ts#pagesRoutes': 'the order in which addresses are tried is what it says',
  'modules/payments/chains/bitcoin/core-source.ts#createCoreSource': oneSource,
  'modules/payments/chains/bitcoin/esplora-source.ts#createEsploraSource': oneSource,
  'modules/payments/chains/evm/evm-source.ts#createEvmSource': oneSource,
  'modules/payments/payment-setup.ts#setUpPayments':
    'collects everything that is wrong with the settings, so as to tell it at once',
  'modules/payments/rates/rates.ts#createRates': oneState,
  'modules/revenue/statements/statement-content.ts#statementContent':
    'a document, from its title to its footer, in the order in which it is read',
  'modules/uplink/uplink-session.ts#openUplinkSession': oneConnection,
  'platform/auth/sessions.ts#createSessions':
    'the life of a session: what one step may assume the others have seen to',
  'platform/db/embedded/embedded-connection.ts#openEmbeddedConnection': oneConnection,
  'platform/db/embedded/embedded-store.ts#openEmbeddedStore': oneConnection,
  'platform/db/postgresql-store.ts#createSignalReceiver': oneConnection,
  'platform/jobs/job-runner.ts#createJobRunner': oneState,
}

/** Functions over `mostLines`, nested ones counted as lines of the outer one too. */
export function findLongFunctions(
  files: readonly SourceFile[],
  exceptions: Readonly<Record<string, string>> = LONG_FUNCTIONS,
): Violation[] {
  const used = new Set<string>()
  const found = files.filter(isMeasured).flatMap((file) =>
    listFunctions(file).flatMap(({ name, line, lines }): Violation[] => {
      if (lines <= mostLines) return []
      const key = `${file.path.slice(root.length)}#${name}`
      used.add(key)
      if (key in exceptions) return []
      return [
        {
          rule: 'long-function',
          path: file.path,
          line,
          says: `${name} has ${lines} lines, ${mostLines} may be`,
        },
      ]
    }),
  )
  const stale = Object.keys(exceptions)
    .filter((key) => !used.has(key))
    .map((key) => ({
      rule: 'long-function',
      path: `${root}${key.split('#')[0]}`,
      line: 1,
      says: `${key} is no exception any more: take it off LONG_FUNCTIONS`,
    }))
  return [...found, ...stale]
}

const root = 'apps/server/src/'
const isMeasured = ({ path }: SourceFile) => path.startsWith(root) && isTypeScript(path) && !isTest(path)

type Measured = { name: string; line: number; lines: number }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

function listFunctions({ path, text }: SourceFile): Measured[] {
  const found: Measured[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  visit(parseSync(path, text).program as unknown as Node, 'nameless')
  return found

  function visit(node: Node, around: string): void {
    const name = nameOf(node) ?? around
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found.push({ name, line: lineOf(node.start), lines: lineOf(node.end) - lineOf(node.start) + 1 })
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name)
  }
}

/** What a node calls the function in it. */
function nameOf({ type, id, key }: Node): string | null {
  const named = /^(VariableDeclarator|FunctionDeclaration|FunctionExpression)$/.test(type)
    ? id
    : /^(Property|MethodDefinition|PropertyDefinition)$/.test(type)
      ? key
      : null
  return isNode(named) && typeof named.name === 'string' ? named.name : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
