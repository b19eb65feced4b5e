import { ArrowDown, MapPin, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Filters, LONGEST_TEXT } from '../browsing/filters.ts'
import { StillLife } from './still-life.tsx'

const TYPING_PAUSE_MS = 250

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** Search results are shown, so the picture is hidden. */
  compact: boolean
  total: number
}

export function Hero({ filters, onChange, compact, total }: Props) {
  return (
    <section className="relative overflow-hidden">
      <div
        className={`page grid items-center gap-6 ${compact ? 'py-6' : 'py-8 wide:grid-cols-[1.25fr_1fr] wide:py-12'}`}
      >
        <div>
          <p className="mb-2 font-semibold text-primary">Share locally, save globally</p>
          <PageHeading className={compact ? 'text-2xl font-extrabold' : 'text-figure font-extrabold tracking-tight'}>
            Share. Save. Sustain.
          </PageHeading>
          {!compact && (
            <p className="mt-4 max-w-xl text-lg text-muted">
              Pass on what your children have outgrown to a neighbour, and pick up what fits next. Paid in tokens that
              are earned, never bought.
            </p>
          )}
          <SearchBar filters={filters} onChange={onChange} />
          {!compact && total > 0 && (
            <a href="#items" className="link mt-4 inline-flex min-h-11 items-center gap-2 font-semibold">
              Browse {plural(total, 'item')} <ArrowDown size={18} aria-hidden />
            </a>
          )}
        </div>
        {!compact && <StillLife className="mx-auto max-w-md max-wide:hidden" />}
      </div>
    </section>
  )
}

/** One bar for both filters. A plain form until the scripts load; then it searches while typing. */
function SearchBar({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  return (
    <form
      role="search"
      action="/"
      aria-label="Items"
      onSubmit={(event) => event.preventDefault()}
      className="mt-6 flex max-w-2xl flex-col gap-1 rounded-sheet border border-line-strong bg-surface p-1.5 shadow-1 sm:flex-row sm:rounded-full"
    >
      <FilterInput
        icon={<Search size={20} aria-hidden />}
        name="search"
        aria-label="Search items"
        placeholder="Search items"
        text={filters.search}
        onText={(search) => onChange({ search })}
      />
      <span aria-hidden className="w-px bg-line max-sm:hidden" />
      <FilterInput
        icon={<MapPin size={20} aria-hidden />}
        name="city"
        aria-label="City"
        placeholder="City"
        text={filters.city}
        onText={(city) => onChange({ city })}
      />
      {filters.category !== 'all' && <input type="hidden" name="category" value={filters.category} />}
      <Button type="submit" className="max-sm:w-full">
        Search
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
  useEffect(() => {
    // The address changed by other means (back, a chip, the header's search): follow it, unless it is what was typed.
    setTyped((current) => (current.trim() === text ? current : text))
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onText(value.trim()), TYPING_PAUSE_MS)
  }
  const box = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    // What was typed before hydration.
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
