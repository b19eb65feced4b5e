import { clsx } from 'clsx'
import { area, line } from 'd3-shape'
import { t } from '../../lib/t.ts'
import { formatMonth } from '../../lib/time.ts'

export interface Series {
  label: string
  /** One value for each month; null where there is none to show. */
  values: (number | null)[]
}

interface Props {
  title: string
  /** The reading of the figures, and what can be done. */
  sentence: string
  /** Such as `2026-11`. */
  months: string[]
  /** Two at most: the first is filled, the second dashed. */
  series: Series[]
  /** The parts of the first, as more columns of the table. */
  parts?: Series[]
  format: (value: number) => string
}

const [WIDTH, HEIGHT, EDGE] = [320, 120, 6]

/** Months as a plot, painted on the server, with the same figures in a table behind it. */
export function Plot(props: Props) {
  const { title, sentence, series } = props
  // Months of nothing say no more than the sentence.
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  return (
    <figure className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <figcaption>
        <h2 className="text-lg font-extrabold">{title}</h2>
        <p className="text-muted">{sentence}</p>
      </figcaption>
      {!isEmpty && <Lines {...props} />}
    </figure>
  )
}

function Lines(props: Props) {
  const { title, months, series, format } = props
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <>
      <div className="flex justify-between gap-4 text-sm text-muted">
        <span className="figures">{format(most)}</span>
        {series.length > 1 && <Legend series={series} />}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('{title}, as a chart; the table below has the same figures', { title })}
        className="w-full border-b border-line-strong rtl:-scale-x-100"
      >
        {series.map(({ label, values }, index) => (
          <Line key={label} values={values} most={most} second={index > 0} />
        ))}
      </svg>
      <div className="figures flex justify-between text-sm text-muted">
        <span>{nameOf(months[0])}</span>
        <span>{nameOf(months.at(-1))}</span>
      </div>
      <Figures {...props} />
    </>
  )
}

function Line({ values, most, second }: { values: (number | null)[]; most: number; second: boolean }) {
  const places = values.map((value, index) => ({
    x: EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, values.length - 1),
    y: HEIGHT - ((value ?? 0) * (HEIGHT - EDGE)) / most,
    isShown: value !== null,
  }))
  type Place = (typeof places)[number]
  const [x, y, isShown] = [(one: Place) => one.x, (one: Place) => one.y, (one: Place) => one.isShown]
  return (
    <g className={second ? 'text-lamp-text' : 'text-primary'}>
      {!second && (
        <path d={area<Place>().x(x).y1(y).y0(HEIGHT).defined(isShown)(places) ?? ''} className="fill-primary-soft" />
      )}
      <path
        d={line<Place>().x(x).y(y).defined(isShown)(places) ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeDasharray={second ? '5 3' : undefined}
      />
      {places.filter(isShown).map((place) => (
        <circle key={place.x} cx={place.x} cy={place.y} r={2.5} fill="currentColor" />
      ))}
    </g>
  )
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="flex flex-wrap justify-end gap-x-4">
      {series.map(({ label }, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={clsx('w-5 border-t-2', index > 0 ? 'border-dashed border-lamp-text' : 'border-primary')}
          />
          {label}
        </li>
      ))}
    </ul>
  )
}

function Figures({ title, months, series, parts = [], format }: Props) {
  const columns = [...series, ...parts]
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-primary">{t('As a table')}</summary>
      <div className="overflow-x-auto" role="region" aria-label={title} tabIndex={0}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-1.5 text-start font-semibold">
                {t('Month')}
              </th>
              {columns.map(({ label }) => (
                <th key={label} scope="col" className="py-1.5 ps-3 text-end font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, index) => (
              <tr key={month} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {nameOf(month)}
                </th>
                {columns.map(({ label, values }) => (
                  <td key={label} className="figures py-1.5 ps-3 text-end">
                    {shown(values[index], format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const shown = (value: number | null | undefined, format: Props['format']) => (value == null ? '–' : format(value))

/** In the middle of it, wherever the reader's clock stands. */
const nameOf = (month: string | undefined) => (month === undefined ? '' : formatMonth(`${month}-15T12:00:00Z`))
