/**
 * What a miner is called: the owner's own name, else the name it was first known by, else the last part of its pool worker
 * (`account.hydro-01` → `hydro-01`, which distinguishes units of one model), else its model, else its make, else its number.
 */
export function minerName(miner: {
  id: number
  name: string | null
  called?: string | null
  worker: string | null
  model: string | null
  make: string | null
}): string {
  const worker = /\.([^.\s]{1,40})$/.exec(miner.worker ?? '')?.[1]
  return miner.name ?? miner.called ?? worker ?? miner.model ?? miner.make ?? `Miner ${miner.id}`
}
