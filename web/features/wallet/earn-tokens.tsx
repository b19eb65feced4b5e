import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from '../../lib/navigation.tsx'
import { t } from '../../lib/t.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import type { Earning } from './earnings.ts'

/** @param share what combos and streaks pay this month and the next, in words; where they pay all of it there is nothing to say */
export function EarnTokens({ earnings, share }: { earnings: Earning[]; share: string | undefined }) {
  return (
    <section aria-labelledby="earn">
      <h2 id="earn" className="text-xl font-extrabold">
        {t('How to Earn Tokens')}
      </h2>
      <p className="text-muted">{t('Tokens can’t be bought. They come from passing things on.')}</p>
      {share !== undefined && (
        <p className="mt-2 rounded-input bg-lamp-soft p-3 font-semibold text-lamp-text">{share}</p>
      )}
      <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-surface">
        {earnings.map((earning) => (
          <EarningRow key={earning.title} {...earning} />
        ))}
      </ul>
      <details className="mt-2 text-sm text-muted">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t('The rules')}</summary>
        <p>
          {t(
            'Each mailbox gets a bonus once. A trade earns none when the price is 0, when the two of you share a card or an invitation, or when a thing goes back to where it came from.',
          )}
        </p>
        <Link to="/economy" className="link inline-flex min-h-11 items-center">
          {t('The market in figures')}
        </Link>
      </details>
    </section>
  )
}

function EarningRow({ title, reward, text, done, steps, earned }: Earning) {
  return (
    <li className="flex items-start gap-3 p-4">
      <Tick done={done ?? steps?.every((step) => step.done) ?? false} once={done !== undefined} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">{text}</p>
        {earned !== undefined && <p className="text-sm font-semibold text-save">{earned}</p>}
        {steps && (
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {steps.map((step) => (
              <li key={step.label} className="flex items-center gap-1.5">
                <Tick small done={step.done} once />
                <span className={step.done ? 'font-semibold text-save' : 'text-muted'}>{step.label}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="figures inline-flex items-center gap-1 rounded-full bg-lamp-soft px-2.5 py-0.5 text-sm font-extrabold whitespace-nowrap text-lamp-text">
        <CoinGlyph size={14} />
        {reward}
      </span>
    </li>
  )
}

/** Bonuses that can be earned repeatedly have a dashed ring. */
function Tick({ done, once, small = false }: { done: boolean; once: boolean; small?: boolean }) {
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center rounded-full border-2',
        small ? 'size-4.5' : 'mt-0.5 size-6',
        done ? 'border-save bg-save text-surface' : 'border-line-strong',
        !once && !done && 'border-dashed',
      )}
    >
      {done && <Check size={small ? 12 : 16} strokeWidth={3} aria-hidden />}
      <span className="sr-only">{done ? t('Done:') : once ? t('To do:') : ''}</span>
    </span>
  )
}
