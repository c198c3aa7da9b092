import { prepareMigratedStore } from './start-server.ts'

/** Before the first journey: what every server starts from is made once, not by two workers at the same time. */
export default async function prepare(): Promise<void> {
  await prepareMigratedStore()
}
