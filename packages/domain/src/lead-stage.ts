/** How far a question is on its way to an order. `lost`: it led to nothing, for a reason that was written down. */
export const leadStages = ['new', 'talking', 'offered', 'won', 'lost'] as const
export type LeadStage = (typeof leadStages)[number]

/**
 * Where a lead is after something happened to it by itself: an answer, an offer, an order. It never goes back, except that a lost one that is
 * spoken to again is alive again.
 *
 * @example stageAfter('offered', 'talking') // 'offered'
 */
export function stageAfter(stage: LeadStage, reached: 'talking' | 'offered' | 'won'): LeadStage {
  if (stage === 'lost') return reached
  return leadStages.indexOf(reached) > leadStages.indexOf(stage) ? reached : stage
}

/** Whether somebody is still to be spoken to. */
export function isLeadAlive(stage: LeadStage): boolean {
  return stage !== 'won' && stage !== 'lost'
}
