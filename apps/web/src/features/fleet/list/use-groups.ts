import { groupsOf } from '@shipminer/domain/fleet/miner-list'
import { languageLocales } from '@shipminer/i18n/languages'
import { useMemo } from 'react'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useFleet } from '../components/fleet-context.tsx'

/** The groups of the fleet by name, with how many miners are in each; of a large fleet the server counted them. */
export function useGroups(): readonly { name: string; miners: number }[] {
  const language = useLanguage()
  const part = useFleet((state) => state.part)
  const miners = useFleet((state) => state.miners)
  return useMemo(
    () => part?.groups ?? groupsOf(miners.values(), new Intl.Collator(languageLocales[language]).compare),
    [part, miners, language],
  )
}
