import type { Reader, Tables } from '../../../platform/database.ts'
import { partsOf, type Order } from '../../purchasing/index.ts'
import { Appointment } from '../appointment/appointment.ts'
import { Decision } from '../problem/decision.ts'
import { ProblemPhoto } from '../problem/problem-photo.ts'
import { Problem } from '../problem/problem.ts'
import { Thanks } from '../thanks/thanks.ts'

/** The rows that this module has about a trade. */
export interface Parts {
  /** The appointments that stand, and those that one side missed, the latest first. */
  appointments: Appointment[]
  /** The latest first. */
  problems: Problem[]
  decisions: Decision[]
  /** The oldest first. */
  photos: ProblemPhoto[]
  thanks: Thanks[]
  /** Whether the seller has asked for the code, to be shown at the door. */
  codeShown: boolean
}

type Row = Record<string, unknown>
interface PartRows extends Record<Exclude<keyof Parts, 'codeShown'>, Row[]> {
  id: string
  codeShown: boolean
}

const rowsOf = (table: keyof Tables, order: string, only = 'true') =>
  `coalesce((select json_agg(to_json(${table}) order by ${order}) from ${table}
     where ${table}.purchase_id = asked.id and ${only}), '[]')`

/**
 * By order, with one query, however many there are: a list shows the cards of all of them. Appointments, thanks and the code
 * are those of the order; problems, and what is decided about them, also of what was added to it.
 */
export async function readParts(reader: Reader, orders: Order[]): Promise<Map<string, Parts>> {
  const { rows } = await reader.raw<{ rows: PartRows[] }>(
    `select id,
       ${rowsOf('appointment', 'absent_said_at desc', "state in ('offered', 'agreed', 'missed')")} as appointments,
       ${rowsOf('problem', 'reported_at desc')} as problems,
       ${rowsOf('problem_decision', 'decided_at')} as decisions,
       ${rowsOf('problem_photo', 'created_at, problem_photo.id')} as photos,
       ${rowsOf('thanks', 'written_at')} as thanks,
       exists (select from handover_code where handover_code.purchase_id = asked.id) as "codeShown"
     from unnest(?::uuid[]) as asked (id)`,
    [orders.flatMap((order) => partsOf(order).map(({ id }) => id))],
  )
  const read = new Map(
    rows.map(({ id, appointments, problems, decisions, photos, thanks, codeShown }) => [
      id,
      {
        appointments: appointments.map((row) => Appointment.fromDatabaseJson(withDates(row))),
        problems: problems.map((row) => Problem.fromDatabaseJson(withDates(row))),
        decisions: decisions.map((row) => Decision.fromDatabaseJson(withDates(row))),
        photos: photos.map((row) => ProblemPhoto.fromDatabaseJson(withDates(row))),
        thanks: thanks.map((row) => Thanks.fromDatabaseJson(withDates(row))),
        codeShown,
      },
    ]),
  )
  return new Map(orders.flatMap((order) => withAdded(order, read)))
}

function withAdded(order: Order, read: Map<string, Parts>): [string, Parts][] {
  const [own, ...added] = partsOf(order).flatMap(({ id }) => read.get(id) ?? [])
  if (!own) return []
  return [
    [
      order.id,
      {
        ...own,
        problems: [own, ...added].flatMap(({ problems }) => problems),
        decisions: [own, ...added].flatMap(({ decisions }) => decisions),
        photos: [own, ...added].flatMap(({ photos }) => photos),
      },
    ],
  ]
}

/** JSON knows no times: they are in the columns that are named `…_at`. */
const withDates = (row: Row): never =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as never
