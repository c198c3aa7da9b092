import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import styles from './desk.module.css'

/** What a list is searched for, once it is sent. `label` says what can be typed, `first` is what the list is searched for now. */
export function SearchForm({
  label,
  first,
  onSearch,
}: {
  label: string
  first: string
  onSearch: (text: string) => void
}) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState(first)
  const [shown, setShown] = useState(first)
  // The address became another one. The form stays the same, and with it where the focus is.
  if (first !== shown) {
    setShown(first)
    setText(first)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text)
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label={label}
          type="search"
          value={text}
          onChange={setText}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit">{t('searchSubmit')}</Button>
      </form>
    </search>
  )
}
