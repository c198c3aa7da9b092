import type { AttachedData as Data } from '@shipminer/contract/attached-data'
import type { BoardAnswer } from '@shipminer/contract/board-answer'
import type { DiagnosticSet } from '@shipminer/contract/desk/diagnostics'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { BoardView } from './board-view.tsx'
import { CompareSets } from './compare-sets.tsx'
import { setQuery, setsQuery } from './diagnostic-queries.ts'
import { useSetWords } from './set-words.ts'
import { TakeDialog } from './take-dialog.tsx'

/** Shows the values of a set, as a fault report shows what came with it. */
type Show = (data: Data | null) => ReactNode

/** One stored set: whose, why, what is in it, and how it differs from another of the same box. */
export function SetView({ id, show }: { id: string; show: Show }) {
  const { t } = useTranslation('desk-diagnostics')
  const found = useQuery(setQuery(id))
  return (
    <>
      <p>
        <Link to={paths.deskDiagnostics}>{t('back')}</Link>
      </p>
      {!found.data && <NothingYet query={found} missing={t('gone')} />}
      {found.data && <Found {...found.data} show={show} />}
    </>
  )
}

function Found({
  set,
  data,
  board,
  show,
}: {
  set: DiagnosticSet
  data: Data | null
  board: BoardAnswer | null
  show: Show
}) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  const words = useSetWords()
  const [isTaking, setTaking] = useState(false)
  const time = formatDateTime(language, set.takenAt)
  const save = () =>
    saveFile(
      `diagnostics-${set.boxes[0] ?? 'none'}-${new Date(set.takenAt).toISOString().slice(0, 16).replaceAll(':', '')}.json`,
      'application/json',
      JSON.stringify({ ...data, board }, null, 2),
    )
  return (
    <>
      <h1 className={styles.heading}>{t('title', { name: set.shipName ?? set.boxes.join(', '), time })}</h1>
      <dl className={lists.facts}>
        <Fact name={t('owner')}>{set.owner}</Fact>
        <Fact name={t('boxes')}>{set.boxes.length === 0 ? t('unknown') : <Boxes boxes={set.boxes} />}</Fact>
        <Fact name={t('why')}>
          {words.why(set)}{' '}
          {set.report && <Link to={paths.deskServiceReport(set.id)}>{set.report.reference}</Link>}
        </Fact>
        <Fact name={t('size')}>{words.size(set)}</Fact>
        <Fact name={t('kept')}>{words.kept(set)}</Fact>
      </dl>
      <div className={layout.actions}>
        <Button onClick={save} aria-disabled={data === null || undefined}>
          {t('download')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setTaking(true)}>
          {t('take')}
        </Button>
      </div>
      {data && <Compare set={set} data={data} />}
      <BoardView state={set.board} board={board} />
      {data && <h2 className={text.plainSub}>{t('contents')}</h2>}
      {show(data)}
      {isTaking && <TakeDialog first={set.boxes} onClose={() => setTaking(false)} />}
    </>
  )
}

function Boxes({ boxes }: { boxes: readonly string[] }) {
  return boxes.map((box, index) => (
    <span key={box}>
      {index > 0 && ', '}
      <Link to={paths.deskController(box)}>{box}</Link>
    </span>
  ))
}

/** Another set of the same box, chosen in the address. */
function Compare({ set, data }: { set: DiagnosticSet; data: Data }) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  const words = useSetWords()
  const [params, setParams] = useSearchParams()
  const [box] = set.boxes
  const list = useQuery({ ...setsQuery({ box: box ?? '' }), enabled: box !== undefined })
  const others = list.data?.sets.filter(({ id }) => id !== set.id) ?? []
  const wanted = others.find(({ id }) => id === params.get('with'))?.id
  const other = useQuery({ ...setQuery(wanted ?? ''), enabled: wanted !== undefined })
  if (others.length === 0) return null
  return (
    <>
      <SelectField
        label={t('compare')}
        value={wanted ?? ''}
        onChange={(id) => setParams(new URLSearchParams(id === '' ? {} : { with: id }), { replace: true })}
        options={[
          { value: '', label: t('compareNone') },
          ...others.map((one) => ({
            value: one.id,
            label: `${formatDateTime(language, one.takenAt)}, ${words.why(one)}`,
          })),
        ]}
      />
      {wanted !== undefined && !other.data && <NothingYet query={other} />}
      {other.data &&
        (other.data.data ? (
          <CompareSets one={data} other={other.data.data} />
        ) : (
          <Notice tone="caution">{t('unreadable')}</Notice>
        ))}
    </>
  )
}
