import type { Context } from '../../platform/context.ts'
import { followAppointments } from './appointment/follow-appointments.ts'
import { followProblems } from './problem/follow-problems.ts'
import { eraseProblemPhotos } from './problem/problem-photos.ts'
import { countAbsences } from './promises/count-absences.ts'
import { followThanks } from './thanks/follow-thanks.ts'

export const handoverJobs = (ctx: Context) => ({
  'handover.count-absences': () => countAbsences(ctx),
  'handover.erase-problem-photos': () => eraseProblemPhotos(ctx),
  'handover.follow-appointments': () => followAppointments(ctx),
  'handover.follow-problems': () => followProblems(ctx),
  'handover.follow-thanks': () => followThanks(ctx),
})
