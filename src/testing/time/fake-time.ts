import { ENVIRONMENT } from '../../platform/embedded-postgres/create-cluster.ts'

/** The variables by which libfaketime tells a process another time; see at-time.ts. */
export const FAKE_TIME = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC']

/** PostgreSQL inherits nothing but this: what it runs beside has the same time. */
for (const name of FAKE_TIME) if (process.env[name]) Object.assign(ENVIRONMENT, { [name]: process.env[name] })
