import { deskMailingEndpoints } from '@shipminer/contract/desk/mailings'
import { useQuery } from '@tanstack/react-query'
import { NothingYet } from '../components/nothing-yet.tsx'
import { useMay } from '../shell/use-role.ts'
import { mailingsQuery } from './mailing-queries.ts'
import { SentSection } from './sent-section.tsx'
import { WaitingSection } from './waiting-section.tsx'
import { WriteNewsletter } from './write-newsletter.tsx'

/** Whom the provider writes to at once: who waits, and who reads the newsletter. */
export function MailingsSections({ hasReaders }: { hasReaders: boolean }) {
  const may = useMay()
  const found = useQuery(mailingsQuery)
  const maySend = may(deskMailingEndpoints.deskMailingSend)
  if (!found.data) return <NothingYet query={found} />
  return (
    <>
      <WaitingSection waiting={found.data.waiting} maySend={maySend} />
      {maySend && hasReaders && <WriteNewsletter />}
      <SentSection mailings={found.data.mailings} maySend={maySend} />
    </>
  )
}
