import type { Command } from '@shipminer/contract/control'
import type { NoticeTone } from '../../../ui/signs/notice.tsx'

/** What became of a login that was sent or removed: the end of its text's key, and how it looks. */
export function loginResult({ action, state, reason }: Pick<Command, 'action' | 'state' | 'reason'>): {
  key: string
  tone: NoticeTone
} {
  const isRemoval = action === 'remove-login'
  switch (state) {
    case 'queued':
      return { key: 'queued', tone: 'plain' }
    case 'sent':
    case 'running':
      return { key: isRemoval ? 'removing' : 'trying', tone: 'plain' }
    case 'confirmed':
      if (isRemoval) return { key: 'removed', tone: 'good' }
      return reason === 'login-partly' ? { key: 'partly', tone: 'caution' } : { key: 'works', tone: 'good' }
    case 'expired':
      return { key: 'expired', tone: 'caution' }
    case 'unsupported':
      return { key: 'none', tone: 'plain' }
    default:
      return ended.get(reason ?? '') ?? { key: 'failed', tone: 'caution' }
  }
}

const ended = new Map<string, { key: string; tone: NoticeTone }>([
  ['login-refused', { key: 'refused', tone: 'error' }],
  ['not-sealed-for-us', { key: 'notForBox', tone: 'error' }],
  ['login-kept', { key: 'away', tone: 'caution' }],
  ['login-untold', { key: 'unclear', tone: 'plain' }],
])
