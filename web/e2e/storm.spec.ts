import pg from 'pg'
import { buildListing } from '../../src/testing/market/builders.ts'
import { TestClient } from '../../src/testing/market/client.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectGoodLooks, openPage } from './support/steps.ts'

const test = testOnOwnMarket()

/** As many as a storm takes, and as one member may report in an hour. */
const CROWD = 12
const REPORTS_AN_HOUR = 20

test('a storm is a row of each kind: limits hold, what is late says so, and nothing is hidden by numbers', async ({
  newMember,
  newPage,
  postItem,
  baseURL,
  market,
}) => {
  const june = await newMember('June')
  await openPage(june, '/admin')
  await june.getByRole('button', { name: 'Become Admin' }).click()
  await expect(june.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const pram = await postItem(await newMember('Nora'), { title: 'Grey pram' })
  const crowd: TestClient[] = []
  for (let n = 0; n < CROWD; n += 1)
    crowd.push(await new TestClient(baseURL).signIn({ email: `box${n}@cheap-phones.test`, firstName: 'Seller' }))
  const report = (by: TestClient, id: string) =>
    by.post('/api/reports', { subject: { kind: 'listing', id }, reason: 'spam', details: 'Take it away!' })
  const others: string[] = []
  for (const seller of crowd) {
    expect((await report(seller, pram.replace('/item/', ''))).status).toBe(201)
    for (const description of ['New in the box.', 'As new, call me.']) {
      const asSeller = { signIn: () => Promise.resolve(seller) }
      const fields = { title: 'Cheap phones', description }
      others.push((await buildListing(asSeller, { seller, fields })).listing.id)
    }
  }

  // A member who reports everything in sight is stopped.
  const answers: number[] = []
  for (const id of others.slice(2)) answers.push((await report(crowd[0]!, id)).status)
  expect(answers.indexOf(429)).toBe(REPORTS_AN_HOUR - 1)

  const database = new pg.Client(market.databaseUrl)
  await database.connect()
  await database.query(`update report set created_at = created_at - interval '3 days' where subject_id = $1`, [
    pram.replace('/item/', ''),
  ])
  await database.end()
  await openPage(june, '/admin')
  const row = june.getByRole('article', { name: 'Listing: Grey pram' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(`${CROWD} reports`)
  await expect(row).toHaveAccessibleDescription(/^Overdue since/)
  await expect(june.getByRole('article', { name: 'Cheap phones', exact: true })).toContainText('listed 24 times')
  await expect(june.getByRole('article', { name: 'cheap-phones.test' })).toContainText(`${CROWD} new members`)
  await expect(june.getByText(/^Overdue since/)).toHaveCount(1)
  await expectGoodLooks(june)

  const visitor = await newPage()
  await openPage(visitor, pram)
  await expect(visitor.getByRole('heading', { name: 'Grey pram' })).toBeVisible()
  await openPage(visitor, `/item/${others[0]}`)
  await expect(visitor.getByRole('heading', { name: 'Cheap phones', level: 1 })).toBeVisible()
})
