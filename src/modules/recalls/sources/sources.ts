import type { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { words } from '../../../platform/language/words.ts'
import type { Recall, Source } from '../recall.ts'
import { CpscCopy, readCpsc } from './cpsc.ts'
import { HealthCanadaCopy, readHealthCanada } from './health-canada.ts'
import { readSafetyGate, SafetyGateCopy } from './safety-gate.ts'

interface SourceRules {
  name: string
  url(config: Config): string
  /** @throws ZodError for another shape */
  read(copy: unknown): Recall[]
}

const reader =
  <S extends z.ZodType>(shape: S, read: (copy: z.infer<S>) => Recall[]) =>
  (copy: unknown) =>
    read(shape.parse(copy))

/** Who publishes recalls, each with all of them in one file. */
export const SOURCE_RULES: Record<Source, SourceRules> = {
  cpsc: { name: words('CPSC (United States)'), url: (config) => config.RECALLS_CPSC_URL, read: reader(CpscCopy, readCpsc) },
  'health-canada': {
    name: words('Health Canada'),
    url: (config) => config.RECALLS_HEALTH_CANADA_URL,
    read: reader(HealthCanadaCopy, readHealthCanada),
  },
  'safety-gate': {
    name: words('Safety Gate (European Union)'),
    url: (config) => config.RECALLS_SAFETY_GATE_URL,
    read: reader(SafetyGateCopy, readSafetyGate),
  },
}
