import { deskHitKinds } from '@shipminer/contract/desk/search'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { searchQuery } from '../api/desk.ts'
import { stepFrom } from '../shell/desk-keys.ts'
import { Icon } from '../shell/icons.tsx'
import { type Choice, choiceOf, markMatches } from './hits.ts'
import { readRecent, rememberRecent } from './recent.ts'
import styles from './search.module.css'
import { usePlaces } from './use-places.ts'

const order = ['recent', ...deskHitKinds, 'action', 'page'] as const
const restMs = 150

/** One field for everything: what the server finds, what can be done, and every page. Arrows choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk-search')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const asked = useRested(text.trim())
  const found = useQuery(searchQuery(asked))
  const places = usePlaces(text.trim())
  const [recent] = useState(readRecent)
  const choices = [
    ...(text.trim() === '' ? recent : []),
    ...(text.trim().length >= 2 ? (found.data?.hits ?? []).map(choiceOf) : []),
    ...places,
  ].toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
  const at = Math.min(chosen, choices.length - 1)

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const open = (choice: Choice | undefined) => {
    if (!choice) return
    rememberRecent(choice)
    onClose()
    navigate(choice.to)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = stepFrom(at, event.key === 'ArrowDown' ? 1 : -1, choices.length)
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') open(choices[at])
    else return
    event.preventDefault()
  }
  const isSettled = asked === text.trim() && !found.isFetching
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it closes it as Escape does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          type="text"
          role="combobox"
          aria-label={t('title')}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
        />
        <button type="button" className={styles.key} onClick={onClose}>
          Esc
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('results')} className={styles.list}>
        {order.map((group) => {
          const own = choices.flatMap((choice, index) => (choice.group === group ? [{ choice, index }] : []))
          if (own.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, no fields
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} className={styles.group}>
                {t(`group.${group}`)}
              </p>
              {own.map(({ choice, index }) => (
                <Option
                  key={choice.key}
                  id={`${id}-${index}`}
                  choice={choice}
                  text={text}
                  isChosen={index === at}
                  onPoint={() => setChosen(index)}
                  onOpen={() => open(choice)}
                />
              ))}
            </div>
          )
        })}
      </div>
      <p className={styles.foot} role="status">
        {found.error ? errorText(found.error) : choices.length === 0 && isSettled ? t('none') : t('hint')}
      </p>
    </dialog>
  )
}

/** The text once nobody typed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

function Option({
  id,
  choice,
  text,
  isChosen,
  onPoint,
  onOpen,
}: {
  id: string
  choice: Choice
  text: string
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}) {
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      onMouseMove={onPoint}
      onClick={onOpen}
    >
      <Icon name={choice.icon} />
      <span className={styles.title}>
        <Marked words={choice.title} text={text} />
      </span>
      {choice.detail !== null && (
        <span className={styles.detail}>
          <Marked words={choice.detail} text={text} />
        </span>
      )}
      {choice.amountCents !== null && (
        <span className={styles.amount}>{formatEuro(language, choice.amountCents)}</span>
      )}
    </div>
  )
}

function Marked({ words, text }: { words: string; text: string }) {
  return markMatches(words, text).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  )
}
