import type { TaskMessage } from '../../../lib/forms/use-task.ts'
import { Notice } from '../../../ui/signs/notice.tsx'

/** How the last call ended; nothing before there was one. */
export function TaskNotice({ message }: { message: TaskMessage | null }) {
  return message && <Notice tone={message.tone}>{message.text}</Notice>
}
