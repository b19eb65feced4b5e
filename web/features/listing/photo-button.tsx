import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/t.ts'

const LOOKS = {
  light: 'border-line bg-surface/95 text-ink hover:bg-surface',
  dark: 'border-white/40 bg-black/60 outline-white! hover:bg-black',
}

interface Props {
  label: string
  look: keyof typeof LOOKS
  /** Where on the photo, as classes. */
  place: string
  onClick: () => void
  children: ReactNode
}

export function PhotoButton({ label, look, place, onClick, children }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute grid size-11 place-items-center rounded-full border ${LOOKS[look]} ${place}`}
    >
      {children}
    </button>
  )
}

/** To the photo before and the one after. */
export function PhotoArrows({ look, onTurn }: Pick<Props, 'look'> & { onTurn: (by: number) => void }) {
  return (
    <>
      <PhotoButton
        label={t('Previous photo')}
        look={look}
        place="top-1/2 start-3 -translate-y-1/2"
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden />
      </PhotoButton>
      <PhotoButton label={t('Next photo')} look={look} place="top-1/2 end-3 -translate-y-1/2" onClick={() => onTurn(1)}>
        <ChevronRight aria-hidden />
      </PhotoButton>
    </>
  )
}
