/** A Vitest reporter that writes run events; see `run-events.ts`. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { REPO_ROOT } from '../lib/repo.ts'
import { openEventWriter, shortenMessage } from './run-events.ts'

const write = openEventWriter()

function nameModule(module: TestModule): string {
  return relative(REPO_ROOT, module.moduleId)
}

function writeResult(test: TestCase): void {
  const { state, errors } = test.result()
  if (state === 'pending') return
  const diagnostic = test.diagnostic()
  write({
    type: 'result',
    id: test.id,
    title: `${nameModule(test.module)} > ${test.fullName}`,
    status: state === 'passed' && diagnostic?.flaky ? 'flaky' : state,
    durationMs: diagnostic?.duration ?? 0,
    ...(errors?.[0] ? { message: shortenMessage(errors[0].message) } : {}),
  })
}

/** A file fails by itself when something outside of its tests failed: loading it, or a hook. */
function findBreak(module: TestModule): string | null {
  if (module.ok()) return null
  const hasFailedTest = [...module.children.allTests('failed')].length > 0
  return hasFailedTest ? null : nameModule(module)
}

export default class EventReporter implements Reporter {
  onTestRunStart(files: readonly unknown[]): void {
    write({ type: 'plan', unit: 'files', total: files.length })
  }

  onTestModuleStart(module: TestModule): void {
    write({ type: 'begin', name: nameModule(module) })
  }

  onTestCaseResult(test: TestCase): void {
    writeResult(test)
  }

  onTestModuleEnd(module: TestModule): void {
    const title = findBreak(module)
    if (title) write({ type: 'broken', title })
    write({ type: 'done', name: nameModule(module) })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    for (const { message } of errors) write({ type: 'broken', title: `outside of tests: ${message}` })
  }
}
