import type { Reader, Trx } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/http/metrics.ts'
import type { ModelTokens } from './analyser.ts'

interface Cost {
  analyser: string
  answered: boolean
  tokens: ModelTokens
  now: Date
}

/** Adds one answer, or the lack of it, to what the analyser has cost. */
export async function addCost(trx: Trx, { analyser, answered, tokens, now }: Cost): Promise<void> {
  await trx.raw(
    `insert into analysis_cost as total (analyser, day, answered, failed, tokens_in, tokens_out)
     values (:analyser, :day, :answered, :failed, :in, :out)
     on conflict (analyser, day) do update set answered = total.answered + excluded.answered,
       failed = total.failed + excluded.failed, tokens_in = total.tokens_in + excluded.tokens_in,
       tokens_out = total.tokens_out + excluded.tokens_out`,
    { analyser, day: now.toISOString().slice(0, 10), answered: Number(answered), failed: Number(!answered), ...tokens },
  )
}

/** Puts the whole market's analyses and what they cost among the metrics, whichever process ran them. */
export function measureCost(reader: Reader, metrics: Metrics): void {
  metrics.gauge({
    name: 'photo_analyses',
    help: 'Photo analyses since the beginning',
    labelNames: ['analyser', 'outcome'],
    read: async () =>
      (await readCosts(reader)).flatMap(({ analyser, answered, failed }) => [
        { labels: { analyser, outcome: 'answered' }, value: answered },
        { labels: { analyser, outcome: 'failed' }, value: failed },
      ]),
  })
  metrics.gauge({
    name: 'photo_analysis_model_tokens',
    help: 'Tokens of the model that photo analyses have cost since the beginning',
    labelNames: ['analyser', 'direction'],
    read: async () =>
      (await readCosts(reader)).flatMap(({ analyser, tokensIn, tokensOut }) => [
        { labels: { analyser, direction: 'in' }, value: tokensIn },
        { labels: { analyser, direction: 'out' }, value: tokensOut },
      ]),
  })
}

interface CostSum {
  analyser: string
  answered: number
  failed: number
  tokensIn: number
  tokensOut: number
}

async function readCosts(reader: Reader): Promise<CostSum[]> {
  const { rows } = await reader.raw<{ rows: CostSum[] }>(
    `select analyser, sum(answered)::float8 as answered, sum(failed)::float8 as failed,
       sum(tokens_in)::float8 as "tokensIn", sum(tokens_out)::float8 as "tokensOut"
     from analysis_cost group by analyser`,
  )
  return rows
}
