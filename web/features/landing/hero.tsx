import { clsx } from 'clsx'
import { ArrowDown, MapPin, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { tagline } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useSite } from '../../lib/use-site.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type ChangeFilters, type Filters, LONGEST_TEXT, queryOf } from '../browsing/filters.ts'
import { SearchRow } from '../browsing/open-filters.tsx'
import { SizeChips } from '../browsing/size-chips.tsx'
import { IntroductionToggle } from './introduction-toggle.tsx'
import { StillLife } from './still-life.tsx'

const TYPING_PAUSE_MS = 250

interface Props {
  filters: Filters
  onChange: ChangeFilters
  /** Search results are shown, so the picture is hidden. */
  compact: boolean
  total: number
}

export function Hero({ filters, onChange, compact, total }: Props) {
  const member = useMember()
  const site = useSite()
  return (
    <section className="relative overflow-hidden">
      <div
        className={clsx(
          'page grid items-center gap-6 pt-3',
          compact ? 'md:pt-6' : 'md:pt-8 md:pb-6 wide:grid-cols-[1.25fr_1fr] wide:py-12',
        )}
      >
        <div className="min-w-0">
          <div className={compact ? 'max-md:sr-only' : ''}>
            <div className="flex flex-wrap items-center justify-between gap-x-2">
              <p className="font-semibold text-primary max-md:text-sm md:mb-2">{tagline()}</p>
              {member && !compact && <IntroductionToggle className="-my-2 -me-[16px] text-sm md:hidden" />}
            </div>
            <PageHeading className={clsx('text-2xl font-extrabold', !compact && 'md:text-figure md:tracking-tight')}>
              {t('Share. Save. Sustain.')}
            </PageHeading>
          </div>
          {!compact && (
            <p className="mt-4 max-w-xl text-lg text-muted max-md:hidden">
              {t(
                'Pass on what your children have outgrown to a neighbour, and pick up what fits next. Paid in tokens that are earned, never bought.',
              )}
            </p>
          )}
          {!compact && member === null && (
            <p className="mt-1 text-sm text-muted md:hidden">
              {t('What no longer fits earns you tokens.')}{' '}
              <a href="#how" className="link inline-block py-1 font-semibold">
                {t('How it works')}
              </a>
            </p>
          )}
          <div className={clsx('md:mt-6', !compact && 'mt-3')}>
            <SearchRow filters={filters} onChange={onChange} />
            <SearchBar filters={filters} onChange={onChange} />
          </div>
          <SizeChips filters={filters} className="mt-1 md:mt-3" />
          {!compact && total > 0 && (
            <a href="#items" className="link mt-2 inline-flex min-h-11 items-center gap-2 font-semibold max-md:hidden">
              {t('Browse {total, plural, one {# item} other {# items}}', { total })} <ArrowDown size={18} aria-hidden />
            </a>
          )}
        </div>
        {!compact &&
          (site?.photo ? (
            <img
              src={site.photo}
              alt=""
              className="mx-auto aspect-[5/4] w-full max-w-md rounded-sheet object-cover max-wide:hidden"
            />
          ) : (
            <StillLife className="mx-auto max-w-md max-wide:hidden" />
          ))}
      </div>
    </section>
  )
}

/** One bar for both filters. A plain form until the scripts load; then it searches while typing. */
function SearchBar({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const others = [...queryOf({ ...filters, search: '', city: '', cursor: '' })]
  return (
    <form
      role="search"
      action="/"
      aria-label={t('Items')}
      onSubmit={(event) => event.preventDefault()}
      className="flex max-w-2xl flex-col gap-1 rounded-sheet border border-line-strong bg-surface p-1.5 shadow-1 max-md:not-noscript:hidden sm:flex-row sm:rounded-full"
    >
      <FilterInput
        icon={<Search size={20} aria-hidden />}
        name="search"
        aria-label={t('Search items')}
        placeholder={t('Search items')}
        text={filters.search}
        onText={(search) => onChange({ search }, { typing: true })}
      />
      <span aria-hidden className="w-px bg-line max-sm:hidden" />
      <FilterInput
        icon={<MapPin size={20} aria-hidden />}
        name="city"
        aria-label={t('City')}
        placeholder={t('City')}
        text={filters.city}
        onText={(city) => onChange({ city }, { typing: true })}
      />
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" className="max-sm:w-full">
        {t('Search')}
      </Button>
    </form>
  )
}

interface FilterInputProps extends ComponentProps<'input'> {
  icon: ReactNode
  text: string
  onText: (text: string) => void
}

function FilterInput({ icon, text, onText, ...input }: FilterInputProps) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The texts that are on their way into the address, oldest first. */
  const sent = useRef<string[]>([])
  useEffect(() => {
    const at = sent.current.lastIndexOf(text)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    // A newer text is being typed, or is on its way.
    if (timer.current !== undefined || sent.current.length > 0) return
    // The address changed by other means (back, a chip, the header's search): follow it, unless it is what was typed.
    setTyped((current) => (current.trim() === text ? current : text))
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      sent.current.push(value.trim())
      onText(value.trim())
    }, TYPING_PAUSE_MS)
  }
  const box = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    // The text that was typed before hydration.
    const early = box.current?.value ?? text
    if (early !== text) type(early)
  })
  useEffect(() => takeOver(), [])
  return (
    <label className="flex min-h-11 flex-1 items-center gap-2 rounded-full px-3 has-focus-visible:outline-3 has-focus-visible:outline-primary">
      <span className="text-muted">{icon}</span>
      <input
        {...input}
        ref={box}
        type="search"
        maxLength={LONGEST_TEXT}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="w-full bg-transparent py-2 outline-none"
      />
    </label>
  )
}
