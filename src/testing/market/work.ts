import type { Work } from '../../modules/admin/today/contract.ts'
import { readPages } from '../read-pages.ts'
import type { TestClient } from './client.ts'

type About = Work['about']
type Of<Is extends About['is']> = Extract<About, { is: Is }>

/** All that waits for a person, as the desk of that admin lists it. */
export const workOf = async (admin: TestClient): Promise<Work[]> =>
  (await readPages<Work[]>(admin, '/api/admin/work?limit=200')).flat()

async function about<Is extends About['is']>(admin: TestClient, is: Is): Promise<Of<Is>[]> {
  return (await workOf(admin)).flatMap((work) => (work.about.is === is ? [work.about as Of<Is>] : []))
}

export const openReports = async (admin: TestClient) => (await about(admin, 'report')).map(({ report }) => report)
export const openDisputes = async (admin: TestClient) => (await about(admin, 'dispute')).map(({ dispute }) => dispute)
export const openAppeals = async (admin: TestClient) => (await about(admin, 'appeal')).map(({ appeal }) => appeal)
export const openAlarms = async (admin: TestClient) => (await about(admin, 'alarm')).map(({ alarm }) => alarm)
export const openStorms = async (admin: TestClient) => (await about(admin, 'storm')).map(({ storm }) => storm)
