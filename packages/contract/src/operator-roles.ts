/** What somebody at the provider's desk is there for. What each may do stands with every call in the endpoint table. */
export const operatorRoles = ['owner', 'sales', 'service', 'bookkeeper', 'read-only'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Which roles may make a call; and of a call that does several things, which of them each is for. */
export type NeededRoles = {
  readonly roles?: readonly OperatorRole[]
  /** By the `action` of the body; an action that is not named is for everybody whom the call is for. */
  readonly actionRoles?: Readonly<Record<string, readonly OperatorRole[]>>
}

/** Who may make this call, or this action of it. A call that names no role is for nobody. */
export function rolesFor(
  { roles = [], actionRoles = {} }: NeededRoles,
  action?: string,
): readonly OperatorRole[] {
  return action !== undefined && Object.hasOwn(actionRoles, action) ? (actionRoles[action] ?? []) : roles
}

export function mayCall(role: OperatorRole, call: NeededRoles, action?: string): boolean {
  return rolesFor(call, action).includes(role)
}
