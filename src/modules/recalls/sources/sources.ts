import type { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { words } from '../../../platform/language/words.ts'
import type { Recall, Source } from '../recall.ts'
import { CpscEntry, readCpsc } from './cpsc.ts'
import { HealthCanadaEntry, readHealthCanada } from './health-canada.ts'
import { readSafetyGate, SafetyGateEntry } from './safety-gate.ts'

interface SourceRules {
  name: string
  url: (config: Config) => string
  /** The shape of one entry of its file. */
  shape: z.ZodType
  /** The recalls in an entry of that shape; nothing where it is about no goods. */
  read: (entry: unknown) => Recall[]
}

const entries = <S extends z.ZodType>(shape: S, read: (entry: z.infer<S>) => Recall[]) => ({
  shape,
  read: (entry: unknown) => read(shape.parse(entry)),
})

/** Publishers of recalls, each with all of them in one file. */
export const SOURCE_RULES: Record<Source, SourceRules> = {
  cpsc: {
    name: words('CPSC (United States)'),
    url: (config) => config.RECALLS_CPSC_URL,
    ...entries(CpscEntry, readCpsc),
  },
  'health-canada': {
    name: words('Health Canada'),
    url: (config) => config.RECALLS_HEALTH_CANADA_URL,
    ...entries(HealthCanadaEntry, readHealthCanada),
  },
  'safety-gate': {
    name: words('Safety Gate (European Union)'),
    url: (config) => config.RECALLS_SAFETY_GATE_URL,
    ...entries(SafetyGateEntry, readSafetyGate),
  },
}
