import { type BoardAnswer, type BoardFact, boardParts } from '@shipminer/contract/board-answer'
import type { DiagnosticSet } from '@shipminer/contract/desk/diagnostics'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import own from './diagnostics.module.css'

/** What the box said of itself when the set was taken. Names and lines are its own, and are shown as they are. */
export function BoardView({ state, board }: { state: DiagnosticSet['board']; board: BoardAnswer | null }) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  if (state === 'none') return null
  return (
    <>
      <h2 className={text.plainSub}>{t('board.title')}</h2>
      {state === 'asked' && <p role="status">{t('board.asked')}</p>}
      {state === 'silent' && <Notice tone="caution">{t('board.silent')}</Notice>}
      {state === 'stored' && !board && <Notice tone="caution">{t('board.unreadable')}</Notice>}
      {board && (
        <>
          <p className={text.small}>{t('board.madeAt', { time: formatDateTime(language, board.madeAt) })}</p>
          {board.parts.map(({ part, facts }) => (
            <Part key={part} part={part} facts={facts} />
          ))}
          <Miners board={board} />
          <Log lines={board.log} />
        </>
      )}
    </>
  )
}

function Part({ part, facts }: { part: string; facts: readonly BoardFact[] }) {
  const { t } = useTranslation('desk-diagnostics')
  const known = boardParts.find((one) => one === part)
  const title = known ? t(`board.part.${known}`) : part
  return (
    <Fold id={`board-${part}`} title={title} standing={t('board.facts', { count: facts.length })}>
      <Facts facts={facts} />
    </Fold>
  )
}

function Facts({ facts }: { facts: readonly BoardFact[] }) {
  const { t } = useTranslation('desk-diagnostics')
  return (
    <dl className={own.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt lang="en">{name}</dt>
          <dd lang="en">{value ?? <span className={text.quiet}>{t('unknown')}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function Miners({ board: { miners, minerCount } }: { board: BoardAnswer }) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  return (
    <Fold
      id="board-miners"
      title={t('board.miners')}
      standing={t('miners', { count: minerCount, number: formatNumber(language, minerCount) })}
    >
      {miners.length < minerCount && <p className={text.small}>{t('board.cut', { count: miners.length })}</p>}
      {miners.map(({ key, facts }) => (
        <div key={key}>
          <h3 className={text.plainSub}>{key}</h3>
          <Facts facts={facts} />
        </div>
      ))}
    </Fold>
  )
}

function Log({ lines }: { lines: BoardAnswer['log'] }) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  return (
    <Fold id="board-log" title={t('board.log')} standing={t('board.lines', { count: lines.length })}>
      <ol className={own.log} lang="en">
        {lines.map(({ at, level, text: words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log never change their place
          <li key={index} data-level={level}>
            <span>{formatDateTime(language, at)}</span> <b>{level}</b> {words}
          </li>
        ))}
      </ol>
    </Fold>
  )
}
