import { t } from '../../lib/t.ts'
import { chipClass } from './chip.ts'

type LabelledChoice = [value: string, label: string]

interface Props {
  legend: string
  name: string
  choices: LabelledChoice[]
  /** Further ones, each group folded until one of it is chosen. */
  more?: { legend: string; choices: LabelledChoice[] }[]
  value: string
  onChoose: (value: string) => void
}

/** Numbers to choose from; also the one that the address bar holds. */
export const inOrder = (numbers: string[], chosen: string): string[] =>
  [...new Set([...numbers, chosen])].filter(Boolean).sort((one, other) => Number(one) - Number(other))

/** Choices whose labels are messages. */
export const inThePagesLanguage = (labels: Readonly<Record<string, string>>): LabelledChoice[] =>
  Object.entries(labels).map(([value, label]) => [value, t(label)])

/** One of several, as chips to press. */
export function ChipChoice({ legend, choices, more = [], ...chips }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <Chips choices={choices} {...chips} />
      {more.map((group) => (
        <details key={group.legend} open={group.choices.some(([one]) => one === chips.value) || undefined}>
          <summary className="link mt-1 inline-flex min-h-11 cursor-pointer items-center font-semibold">
            {group.legend}
          </summary>
          <Chips choices={group.choices} {...chips} />
        </details>
      ))}
    </fieldset>
  )
}

function Chips({ name, choices, value, onChoose }: Omit<Props, 'legend' | 'more'>) {
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map(([one, label]) => (
        <label
          key={one}
          className={`${chipClass(one === value)} relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
        >
          <input
            type="radio"
            name={name}
            checked={one === value}
            onChange={() => onChoose(one)}
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          />
          {label}
        </label>
      ))}
    </div>
  )
}
