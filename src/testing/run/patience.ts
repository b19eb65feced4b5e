// The market gives up on a database that is silent for seconds: on a busy machine a healthy one may be.
import { DEADLINES } from '../../platform/database/half-open.ts'
import { PATIENCE } from '../../platform/http/gauges.ts'

Object.assign(DEADLINES, { connect: 60_000, query: 180_000, ping: 30_000 })
PATIENCE.ms = 60_000
