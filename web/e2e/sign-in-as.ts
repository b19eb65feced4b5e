import type { Page } from '@playwright/test'
import type { Site } from '../../src/modules/identity/contract.ts'

/** @param neighbour the first name of a member of the demo neighbourhood */
export async function signInAs(page: Page, origin: string, neighbour: string): Promise<void> {
  const { demoMembers } = (await (await page.request.get(`${origin}/api/site`)).json()) as Site
  const member = demoMembers.find(({ name }) => name.startsWith(neighbour))
  if (!member) throw new Error(`${neighbour} does not live here`)
  const answer = await page.request.post(`${origin}/api/auth/demo`, {
    data: { memberId: member.id },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}
