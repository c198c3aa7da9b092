import type { DeskReportDetail } from '@shipminer/contract/shop/service'
import { useQueryClient } from '@tanstack/react-query'
import { useTask } from '../../../lib/forms/use-task.ts'
import { announce } from '../../../ui/signs/live-region.tsx'
import { actOnDeskReport, type DeskAct } from '../api/desk-service.ts'

/** Runs actions on the report as it is on the screen, and reads it again afterwards: also after a refusal, when someone else was first. */
export function useDeskAct(report: DeskReportDetail) {
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const act = async (change: DeskAct, done: string): Promise<boolean> => {
    const seen = report.messages.at(-1)?.id ?? '1'
    const isDone = await run(async () => {
      await actOnDeskReport(report.id, change, seen)
      announce(done)
      return done
    })
    await queries.invalidateQueries({ queryKey: ['desk'] })
    return isDone
  }
  return { isBusy, message, setMessage, act }
}
