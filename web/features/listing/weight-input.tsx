import { type ComponentProps, useState } from 'react'
import { inPounds, onScale } from '../../lib/look.ts'
import { TextInput } from '../../ui/forms/inputs.tsx'

interface Props extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  /** As the listing keeps it: pounds, as decimal text; what is no number stays as it was typed. */
  lbs: string
  onLbs: (lbs: string) => void
}

/** A weight, typed as the market's scales show it. */
export function WeightInput({ lbs, onLbs, ...input }: Props) {
  const [typed, setTyped] = useState({ text: shownOf(lbs), lbs })
  // Something else has filled it in.
  const text = typed.lbs === lbs ? typed.text : shownOf(lbs)
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        const changed = poundsOf(target.value)
        setTyped({ text: target.value, lbs: changed })
        onLbs(changed)
      }}
    />
  )
}

const NUMBER = /^\s*\d+([.,]\d*)?\s*$/

/** Two decimals of pounds come back as the same two of kilograms. */
const rounded = (amount: number) => String(Math.round(amount * 100) / 100)
const converted = (text: string, convert: (amount: number) => number) =>
  NUMBER.test(text) && convert(1) !== 1 ? rounded(convert(Number(text.replace(',', '.')))) : text

const shownOf = (lbs: string) => converted(lbs, onScale)
export const poundsOf = (shown: string): string => converted(shown, inPounds)
