// Imported before anything else in each process of the tests: what has no clock of its own from them has ordinary time.
import { systemClock } from '../../platform/clock.ts'
import './fake-time.ts'
import { ordinaryTime } from './test-clock.ts'

systemClock.now = ordinaryTime
