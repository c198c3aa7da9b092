const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be an id of ours: PostgreSQL refuses to compare anything else with a uuid column. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
