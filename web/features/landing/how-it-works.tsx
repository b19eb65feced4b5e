import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'

const STEPS = [
  { title: words('List'), text: words('Take a photo of what no longer fits. It takes a minute and costs nothing.') },
  { title: words('Earn'), text: words('A neighbour claims it. Once they have it, the tokens are yours.') },
  { title: words('Claim'), text: words('Spend your tokens on what comes next. Pick it up around the corner.') },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="page py-8">
      <h2 id="how" className="text-2xl font-extrabold">
        {t('How it works')}
      </h2>
      <ol className="relative mt-6 grid gap-8 before:absolute before:top-6 before:bottom-6 before:start-6 before:w-px before:bg-line-strong md:grid-cols-3 md:gap-6 md:before:right-[33%] md:before:bottom-auto md:before:start-6 md:before:h-px md:before:w-auto">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-4 md:flex-col">
            <span
              aria-hidden
              className="figures grid size-12 shrink-0 place-items-center rounded-full bg-primary text-xl font-extrabold text-on-primary ring-8 ring-bg"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl font-extrabold">{t(title)}</h3>
              <p className="mt-1 max-w-xs text-muted">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
