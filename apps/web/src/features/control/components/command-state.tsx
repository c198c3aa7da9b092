import type { CommandState } from '@shipminer/contract/control'
import { useTranslation } from 'react-i18next'
import tones from '../../../ui/tones.module.css'
import { type CommandTone, commandTone } from '../lib/command-view.ts'
import styles from './control.module.css'

const shapes: Record<CommandTone, React.ReactNode> = {
  busy: <path d="M2 11l5-6 5 6" fill="none" stroke="currentColor" strokeWidth="2.5" />,
  good: <circle cx="7" cy="7" r="6" fill="currentColor" />,
  caution: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  bad: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  idle: <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
}

/** The state of a command: word, shape and colour. */
export function CommandStateBadge({ state }: { state: CommandState }) {
  const { t } = useTranslation('control')
  const tone = commandTone(state)
  return (
    <span className={`${styles.state} ${tones[tone]}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {t(`state.${state}`)}
    </span>
  )
}
